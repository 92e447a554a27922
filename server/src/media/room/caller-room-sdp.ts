import { CallerRoomFault } from './caller-room-fault.ts';

const MAX_CHARACTERS = 512 * 1024;
const MAX_LINE_CHARACTERS = 1024;
const MAX_SECTIONS = 128;

const ORIGIN = /^o=\S{1,64} \d{1,19} \d{1,19} IN IP[46] \S{1,64}$/;
const UP_TO_127 = String.raw`(?:\d{1,2}|1[01]\d|12[0-7])`;
/** Dynamic payload types. The static ones have fixed meanings: Opus, VP8 and H264 are not among them. */
const FORMAT = String.raw`(?:3[5-9]|[45]\d|6[0-3]|9[6-9]|1[01]\d|12[0-7])`;
const UP_TO_255 = String.raw`(?:\d{1,2}|1\d\d|2[0-4]\d|25[0-5])`;

const PORT = String.raw`(?:\d{1,4}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d{2}|655[0-2]\d|6553[0-5])`;
const MEDIA = new RegExp(`^m=(audio|video) ${PORT} UDP/TLS/RTP/SAVPF (${UP_TO_127}(?: ${UP_TO_127})*)$`);
const DATA = new RegExp(`^m=application ${PORT} (?:UDP|TCP)/DTLS/SCTP webrtc-datachannel$`);

/** Lines without a value. */
const VALUELESS = new Set(
  'extmap-allow-mixed ice-lite rtcp-mux rtcp-rsize bundle-only sendrecv sendonly recvonly inactive'.split(
    ' ',
  ),
);

/** The values that attributes of a section or the session may have, no wider than what libwebrtc parses. */
const VALUES: Record<string, RegExp> = {
  group: /^BUNDLE(?: [\w-]{1,32})*$/,
  'msid-semantic': /^ ?WMS(?: \S{1,64})?$/,
  'ice-ufrag': /^[\w+/]{4,256}$/,
  'ice-pwd': /^[\w+/]{22,256}$/,
  'ice-options': /^[\w+-]{1,64}(?: [\w+-]{1,64})*$/,
  fingerprint: /^sha-256 (?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/i,
  setup: /^(?:actpass|active|passive)$/,
  extmap: new RegExp(
    `^${UP_TO_255}(?:/(?:sendrecv|sendonly|recvonly|inactive))? (?!\\S*hdrext:encrypt)[\\w:./#-]{1,200}$`,
  ),
  mid: /^[\w-]{1,32}$/,
  rtpmap: new RegExp(`^${FORMAT} [\\w.+-]{1,32}/[1-9]\\d{0,6}(?:/[1-9])?$`),
  fmtp: new RegExp(`^${FORMAT} [\\w=;,./+ -]{1,900}$`),
  'rtcp-fb': new RegExp(`^(?:${FORMAT}|\\*) [\\w-]{1,32}(?: [\\w-]{1,32})?$`),
  ptime: /^[1-9]\d{0,3}$/,
  maxptime: /^[1-9]\d{0,3}$/,
  ssrc: /^[1-9]\d{0,9} cname:\S{1,256}$/,
  // `<participant>|<stream or track> <track>`: the native client relies on the ids being valid.
  msid: /^PA_[\w-]{1,64}(?:\|TR_[\w-]{1,64} \S{1,64}|(?:\|[^\s|]{1,128})? TR_[\w-]{1,64})$/,
  'sctp-port': /^[1-9]\d{0,3}$/,
  'max-message-size': /^\d{1,9}$/,
};

/** Attributes that may occur several times in a section. */
const REPEATABLE = new Set(['fmtp', 'rtcp-fb', 'extmap', 'ssrc']);
/** Lines that bind a stream to a participant. They are left out of video sections: no video is received. */
const STREAM_LINE = /^a=(?:msid|ssrc):/;
const ATTRIBUTE = /^a=([\w-]+)(?::((\d+)?.*))?$/;
/** Attributes that may come before the first section. */
const SESSION_LINE =
  /^a=(?:group|msid-semantic|fingerprint|setup|ice-ufrag|ice-pwd|ice-options|ice-lite|extmap-allow-mixed)(?::|$)/;
const FORMAT_LINE = /^a=(?:rtpmap|fmtp|rtcp-fb):(\d+) /;

/**
 * Rewrites a session description with only the lines that a LiveKit client needs (RFC 8866, RFC 8829). `candidate`
 * returns how to write a candidate, or `undefined` if it may not be tried.
 * @throws CallerRoomFault for input that is not a session description to the native client: it would end its process
 */
export function rebuildSdp(sdp: string, candidate: (text: string) => string | undefined): string {
  if (sdp.length > MAX_CHARACTERS)
    throw new CallerRoomFault(`a session description of more than ${MAX_CHARACTERS} characters`);
  const [version, origin = '', ...lines] = sdp.split(/\r?\n/);
  if (version !== 'v=0' || !ORIGIN.test(origin)) throw new CallerRoomFault('an invalid session description');
  const session: string[] = [];
  const sections: string[][] = [];
  for (const rawLine of lines) {
    // Pion wrote a space at the end of feedback lines until 4.1.6, and LiveKit servers with it are in use.
    const line = rawLine.trimEnd();
    if (line.startsWith('m=')) sections.push([line]);
    else (sections.at(-1) ?? session).push(line);
  }
  if (sections.length > MAX_SECTIONS)
    throw new CallerRoomFault(`a session description with more than ${MAX_SECTIONS} sections`);
  const rebuilt = sections.flatMap(([start = '', ...rest]) => rebuildSection(start, rest, candidate));
  const tracks = rebuilt.filter((line) => line.startsWith('a=msid:'));
  if (new Set(tracks).size < tracks.length)
    throw new CallerRoomFault('a session description that contains a track twice');
  return [
    version,
    origin,
    's=-',
    't=0 0',
    ...attributesOf(
      session.filter((line) => SESSION_LINE.test(line)),
      [],
    ),
    ...rebuilt,
    '',
  ].join('\r\n');
}

function rebuildSection(
  start: string,
  lines: string[],
  candidate: (text: string) => string | undefined,
): string[] {
  const [, kind, formats = ''] = MEDIA.exec(start) ?? [];
  if (!kind && !DATA.test(start))
    throw new CallerRoomFault('a session description with an invalid media section');
  const sectionLines = kind === 'video' ? lines.filter((line) => !STREAM_LINE.test(line)) : lines;
  const candidates = sectionLines.flatMap((line) => {
    const kept = line.startsWith('a=candidate:') ? candidate(line.slice(2)) : undefined;
    return kept ? [`a=${kept}`] : [];
  });
  return [start, 'c=IN IP4 0.0.0.0', ...attributesOf(sectionLines, formats.split(' ')), ...candidates];
}

/** Returns the known attributes, each once, and only for formats that the section lists and defines. */
function attributesOf(lines: string[], formats: string[]): string[] {
  const kept = new Map<string, string>();
  for (const line of lines) {
    const [, name = '', value, format] = ATTRIBUTE.exec(line) ?? [];
    if (line.length > MAX_LINE_CHARACTERS || !isKnown(name, value)) continue;
    const key = name === 'rtpmap' ? `rtpmap:${format}` : REPEATABLE.has(name) ? line : name;
    if (!kept.has(key)) kept.set(key, line);
  }
  return [...kept.values()].filter((line) => {
    const [, format] = FORMAT_LINE.exec(line) ?? [];
    return format === undefined || (formats.includes(format) && kept.has(`rtpmap:${format}`));
  });
}

function isKnown(name: string, value: string | undefined): boolean {
  if (value === undefined) return VALUELESS.has(name);
  if (name === 'ssrc' && Number.parseInt(value, 10) >= 2 ** 32) return false;
  return Object.hasOwn(VALUES, name) && VALUES[name]!.test(value);
}
