import { type ExtensionName, extensionNames } from './sdp-lines.ts';

export interface SdpCodec {
  readonly payloadType: number;
  /** Upper case: `OPUS`, `VP8`, `H264`, `RTX`. */
  readonly name: string;
  readonly clockRate: number;
  /** The text after the payload type in `rtpmap`, such as `opus/48000/2`. */
  readonly mapping: string;
  readonly parameters: string;
  /** The kinds of RTCP feedback that this server supports. */
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
  /** The second part of `msid`; empty if there is none. */
  readonly trackId: string;
  readonly codecs: readonly SdpCodec[];
  /** The ids of the header extensions that this server supports. */
  readonly extensions: Readonly<Partial<Record<ExtensionName, number>>>;
  /** At most three, as many as simulcast has layers. */
  readonly streams: readonly { readonly ssrc: number; readonly rtxSsrc: number | undefined }[];
  /** The ids of the simulcast streams that the peer offers to send, at most three. */
  readonly sendRids: readonly string[];
}

export interface SessionDescription {
  readonly sections: readonly SdpSection[];
  /** The first one, which a bundle uses for all sections. */
  readonly iceFragment: string;
  /** The certificate fingerprints that the peer announces. */
  readonly fingerprints: readonly string[];
}

const directions: readonly SdpDirection[] = ['sendrecv', 'sendonly', 'recvonly', 'inactive'];
const knownFeedback = ['nack', 'nack pli', 'ccm fir', 'goog-remb', 'transport-cc'];
/** Chromium starts with 18 KB in 7 sections, and writes 5 KB for a video section. */
const MAX_BYTES = 64 * 1024;
const MAX_SECTIONS = 32;
const BYTES_PER_TRACK = 8 * 1024;
const MAX_FINGERPRINTS = 8;
/** A track needs one stream; each more would be monitored for losses. As many as simulcast has layers. */
const MAX_STREAMS = 3;
/** RFC 3550 §5.1: seven bits. */
const MAX_PAYLOAD_TYPE = 127;
/** RFC 8285 §4.2: the maximum of the one-byte form. */
const MAX_EXTENSION_ID = 14;
/** A token (RFC 5888 §4). Others receive it. */
const MID = /^[!#-'*+\-.0-9A-Z^-~]{0,64}$/;

/** The values of each attribute, in order, by name. */
type Attributes = ReadonlyMap<string, readonly string[]>;

/**
 * Parses the parts of SDP that an SFU needs (RFC 8866, RFC 8829). The time is proportional to the length.
 * @param tracks each allows for one more section of 8 KiB
 * @throws Error if the text is not a session description, or has too many bytes or sections.
 */
export function parseSdp(text: string, tracks = 0): SessionDescription {
  if (Buffer.byteLength(text) > MAX_BYTES + tracks * BYTES_PER_TRACK)
    throw new Error('the session description is too long');
  const [first, ...lines] = text.split(/\r?\n/);
  if (first !== 'v=0') throw new Error('the session description is invalid: it does not begin with v=0');
  const sections: { media: string; attributes: Map<string, string[]> }[] = [];
  const fingerprints = new Set<string>();
  let iceFragment = '';
  for (const line of lines) {
    if (line.startsWith('m=')) sections.push({ media: line.slice(2), attributes: new Map() });
    if (!line.startsWith('a=')) continue;
    const colon = line.includes(':') ? line.indexOf(':') : line.length;
    const [name, value] = [line.slice(2, colon), line.slice(colon + 1)];
    if (name === 'fingerprint' && fingerprints.size < MAX_FINGERPRINTS) fingerprints.add(value);
    if (name === 'ice-ufrag') iceFragment ||= value;
    const attributes = sections.at(-1)?.attributes;
    if (attributes?.get(name)?.push(value) === undefined) attributes?.set(name, [value]);
  }
  if (sections.length > MAX_SECTIONS + tracks)
    throw new Error('the session description has too many sections');
  return {
    sections: sections.map(({ media, attributes }) => parseSection(media, attributes)),
    iceFragment,
    fingerprints: [...fingerprints],
  };
}

function parseSection(media: string, attributes: Attributes): SdpSection {
  const [kind = '', port = '', protocol = '', ...formats] = media.split(' ');
  const mid = attributes.get('mid')?.[0] ?? '';
  if (!MID.test(mid)) throw new Error('a section of the session description has no valid mid');
  const ssrcs = matches(attributes, 'ssrc', /^(\d+)(?: msid:\S+ (\S+))?/).filter(([, ssrc]) => isSsrc(ssrc));
  const extensions = matches(attributes, 'extmap', /^(\d+)(?:\/\w+)? (\S+)/)
    .map(([, id, uri]) => [extensionNames.get(uri!), Number(id)] as const)
    .filter(([name, id]) => name !== undefined && id > 0 && id <= MAX_EXTENSION_ID);
  const rtxBySsrc = new Map(
    matches(attributes, 'ssrc-group', /^FID (\d+) (\d+)/)
      .filter(([, ssrc, rtx]) => isSsrc(ssrc) && isSsrc(rtx))
      .map(([, ssrc, rtx]) => [Number(ssrc), Number(rtx)]),
  );
  const repeating = new Set(rtxBySsrc.values());
  return {
    kind,
    mid,
    protocol,
    formats,
    // RFC 9143 §6: port 0 with `bundle-only`, which Firefox offers in all sections but the first, is no rejection.
    rejected: port === '0' && !attributes.has('bundle-only'),
    direction: directions.find((name) => attributes.has(name)) ?? 'sendrecv',
    trackId:
      attributes.get('msid')?.[0]?.split(' ', 2)[1] ||
      (ssrcs.find(([, , track]) => track !== undefined)?.[2] ?? ''),
    codecs: parseCodecs(attributes),
    extensions: Object.fromEntries(extensions),
    streams: [...new Set(ssrcs.map(([, ssrc]) => Number(ssrc)))]
      .filter((ssrc) => !repeating.has(ssrc))
      .slice(0, MAX_STREAMS)
      .map((ssrc) => ({ ssrc, rtxSsrc: rtxBySsrc.get(ssrc) })),
    sendRids: matches(attributes, 'rid', /^(\S+) send/)
      .slice(0, MAX_STREAMS)
      .map(([, rid]) => rid!),
  };
}

/** Whether it is a valid SSRC of 32 bits (RFC 5576 §4.1), because it is written into RTCP. */
function isSsrc(digits: string | undefined): boolean {
  return Number(digits) > 0 && Number(digits) < 2 ** 32;
}

/** Parses payload types to numbers: as text, `111` and `0111` would be two. */
function parseCodecs(attributes: Attributes): SdpCodec[] {
  const mappings = byPayloadType(attributes, 'rtpmap', /^(\d+) (([^/]+)\/([1-9]\d{0,5})(?!\d)\S*)/);
  const parameters = byPayloadType(attributes, 'fmtp', /^(\d+) (.*)/);
  const feedback = new Map<string, Set<string>>();
  for (const [, type = '', given = ''] of matches(attributes, 'rtcp-fb', /^(\d+|\*) (.+)$/)) {
    // Clients with Pion before 4.1.6 write a trailing space.
    const kind = given.trimEnd();
    if (knownFeedback.includes(kind)) feedback.set(type, (feedback.get(type) ?? new Set()).add(kind));
  }
  return [...mappings].map(([payloadType, [, , mapping = '', name = '', clockRate]]) => ({
    payloadType,
    name: name.toUpperCase(),
    clockRate: Number(clockRate),
    mapping,
    parameters: parameters.get(payloadType)?.[2] ?? '',
    feedback: [...new Set([...(feedback.get(`${payloadType}`) ?? []), ...(feedback.get('*') ?? [])])],
  }));
}

/** Returns the first match for each payload type. */
function byPayloadType(attributes: Attributes, name: string, pattern: RegExp): Map<number, RegExpExecArray> {
  const found = new Map<number, RegExpExecArray>();
  for (const match of matches(attributes, name, pattern)) {
    const payloadType = Number(match[1]);
    if (payloadType <= MAX_PAYLOAD_TYPE && !found.has(payloadType)) found.set(payloadType, match);
  }
  return found;
}

function matches(attributes: Attributes, name: string, pattern: RegExp): RegExpExecArray[] {
  return (attributes.get(name) ?? []).map((value) => pattern.exec(value)).filter((match) => match !== null);
}

/** Returns the redundant format (RED, RFC 2198) of `codec`, if any. */
export function findRed(codecs: readonly SdpCodec[], { payloadType }: SdpCodec): SdpCodec | undefined {
  return codecs.find(
    ({ name, parameters }) => name === 'RED' && parameters.split('/')[0] === `${payloadType}`,
  );
}

/** Returns the RTX codec that retransmits `payloadType`, if any. */
export function findRtx(codecs: readonly SdpCodec[], payloadType: number): SdpCodec | undefined {
  return codecs.find(
    (codec) =>
      codec.name === 'RTX' &&
      codec.parameters.split(';').some((part) => part.trim() === `apt=${payloadType}`),
  );
}
