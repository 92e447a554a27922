export interface SdpCodec {
  readonly payloadType: number;
  /** Upper case: `OPUS`, `VP8`, `H264`, `RTX`. */
  readonly name: string;
  readonly clockRate: number;
  /** As after the `rtpmap`'s payload type: `opus/48000/2`. */
  readonly mapping: string;
  readonly parameters: string;
  readonly feedback: readonly string[];
}

export type SdpDirection = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';

export interface SdpSection {
  /** `audio`, `video` or `application`. */
  readonly kind: string;
  readonly mid: string;
  readonly protocol: string;
  readonly formats: readonly string[];
  readonly rejected: boolean;
  readonly direction: SdpDirection;
  /** Second part of `msid`; empty when there is none. */
  readonly trackId: string;
  readonly codecs: readonly SdpCodec[];
  /** Extension id by URI. */
  readonly extensions: ReadonlyMap<string, number>;
  readonly ssrcs: readonly number[];
  /** RTX stream by the stream that it repeats. */
  readonly rtxBySsrc: ReadonlyMap<number, number>;
  /** Simulcast streams that the other side offers to send. */
  readonly sendRids: readonly string[];
  readonly iceFragment: string;
  readonly fingerprints: readonly string[];
}

export interface SessionDescription {
  readonly sections: readonly SdpSection[];
}

const directions: readonly SdpDirection[] = ['sendrecv', 'sendonly', 'recvonly', 'inactive'];
const MAX_SECTIONS = 256;
/** Lines before the first section; each section inherits them. */
const MAX_SESSION_LINES = 100;
/** RFC 3550 §5.1: seven bits. */
const MAX_PAYLOAD_TYPE = 127;

/**
 * Reads what an SFU needs of SDP (RFC 8866, RFC 8829).
 * @throws Error for text that is no session description or has an absurd number of sections.
 */
export function parseSdp(text: string): SessionDescription {
  const session: string[] = [];
  const media: string[][] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('m=')) media.push([line]);
    else if (line !== '') (media.at(-1) ?? session).push(line);
  }
  if (session[0] !== 'v=0') throw new Error('not a session description');
  if (media.length > MAX_SECTIONS || session.length > MAX_SESSION_LINES)
    throw new Error('too many sections, or lines before them');
  return { sections: media.map((lines) => parseSection(lines, session)) };
}

function parseSection(lines: readonly string[], session: readonly string[]): SdpSection {
  const [kind = '', port = '', protocol = '', ...formats] = lines[0]!.slice(2).split(' ');
  const value = (prefix: string) =>
    (lines.find((line) => line.startsWith(prefix)) ?? session.find((line) => line.startsWith(prefix)))?.slice(
      prefix.length,
    );
  const ssrcs = new Set<number>();
  const rtxBySsrc = new Map<number, number>();
  const extensions = new Map<string, number>();
  const sendRids: string[] = [];
  let trackId = value('a=msid:')?.split(' ')[1] ?? '';
  for (const line of lines) {
    let match = /^a=ssrc:(\d+)(?: msid:\S+ (\S+))?/.exec(line);
    if (match !== null) {
      ssrcs.add(Number(match[1]));
      if (trackId === '') trackId = match[2] ?? '';
      continue;
    }
    match = /^a=ssrc-group:FID (\d+) (\d+)/.exec(line);
    if (match !== null) rtxBySsrc.set(Number(match[1]), Number(match[2]));
    match = /^a=extmap:(\d+)(?:\/\w+)? (\S+)/.exec(line);
    if (match !== null) extensions.set(match[2]!, Number(match[1]));
    match = /^a=rid:(\S+) send/.exec(line);
    if (match !== null) sendRids.push(match[1]!);
  }
  for (const rtx of rtxBySsrc.values()) ssrcs.delete(rtx);
  return {
    kind,
    mid: value('a=mid:') ?? '',
    protocol,
    formats,
    // RFC 9143 §6: port 0 with `bundle-only`, as Firefox offers all but the first, is a section that is wanted.
    rejected: port === '0' && !lines.includes('a=bundle-only'),
    direction: directions.find((name) => lines.includes(`a=${name}`)) ?? 'sendrecv',
    trackId,
    codecs: parseCodecs(lines),
    extensions,
    ssrcs: [...ssrcs],
    rtxBySsrc,
    sendRids,
    iceFragment: value('a=ice-ufrag:') ?? '',
    fingerprints: [...lines, ...session]
      .filter((line) => line.startsWith('a=fingerprint:'))
      .map((line) => line.slice('a=fingerprint:'.length)),
  };
}

function parseCodecs(lines: readonly string[]): SdpCodec[] {
  const mappings = new Map<string, RegExpExecArray>();
  const parameters = new Map<string, string>();
  const feedback: { type: string; value: string }[] = [];
  for (const line of lines) {
    let match = /^a=rtpmap:(\d+) (([^/]+)\/(\d+)\S*)/.exec(line);
    if (match !== null && Number(match[1]) <= MAX_PAYLOAD_TYPE && !mappings.has(match[1]!))
      mappings.set(match[1]!, match);
    match = /^a=fmtp:(\d+) (.*)/.exec(line);
    if (match !== null && !parameters.has(match[1]!)) parameters.set(match[1]!, match[2]!);
    match = /^a=rtcp-fb:(\d+|\*) (.+)$/.exec(line);
    if (match !== null) feedback.push({ type: match[1]!, value: match[2]! });
  }
  return [...mappings].map(([type, match]) => ({
    payloadType: Number(type),
    name: match[3]!.toUpperCase(),
    clockRate: Number(match[4]),
    mapping: match[2]!,
    parameters: parameters.get(type) ?? '',
    feedback: feedback.filter((entry) => entry.type === type || entry.type === '*').map(({ value }) => value),
  }));
}

/** The redundant format (RED, RFC 2198) of `codec`, if there is one. */
export function findRed(codecs: readonly SdpCodec[], { payloadType }: SdpCodec): SdpCodec | undefined {
  return codecs.find(
    ({ name, parameters }) => name === 'RED' && parameters.split('/')[0] === `${payloadType}`,
  );
}

/** The RTX codec that repeats `payloadType`, if there is one. */
export function findRtx(codecs: readonly SdpCodec[], payloadType: number): SdpCodec | undefined {
  return codecs.find(
    (codec) =>
      codec.name === 'RTX' &&
      codec.parameters.split(';').some((part) => part.trim() === `apt=${payloadType}`),
  );
}
