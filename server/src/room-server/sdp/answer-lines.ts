import { type ExtensionName, extensionUri } from './sdp-lines.ts';
import type { SdpCodec, SdpDirection, SdpSection } from './session-description.ts';
import { otherVideoFormats, withRtx } from './video-codecs.ts';

export interface MediaAnswer {
  readonly direction: SdpDirection;
  readonly transport: readonly string[];
  /** The format for redundant audio (RED), if it is to be used. */
  readonly red: SdpCodec | undefined;
  readonly opusParameters: string;
}

const publisherExtensions: readonly ExtensionName[] = [
  'mid',
  'rid',
  'repairedRid',
  'transportSequence',
  'audioLevel',
];

/**
 * Returns the header extensions of an answered section with their ids. Where the client receives, all that any track
 * may need, even without a track: Chromium never offers an extension again that an answer left out, and it starts each
 * section that it adds, even for a camera, with those of the first of its kind.
 */
export function extensionsToAnswer({
  kind,
  direction,
  extensions,
}: SdpSection): Partial<Record<ExtensionName, number>> {
  const wanted = new Set(publisherExtensions);
  if (direction === 'recvonly' && kind === 'video') wanted.add('absSendTime');
  return Object.fromEntries(
    Object.entries(extensions).filter(([extension]) => wanted.has(extension as ExtensionName)),
  );
}

/** Returns the lines of an answered section that are the same for any sender. `codec` is the format to send first. */
export function answerLines(section: SdpSection, codec: SdpCodec, answer: MediaAnswer): string[] {
  const formats = [codec, ...otherVideoFormats(section, codec)];
  // Redundant audio must precede the audio itself; otherwise it is never sent.
  const all = [...(answer.red === undefined ? [] : [answer.red]), ...withRtx(section, formats)];
  const lines = [
    `m=${section.kind} 9 ${section.protocol} ${all.map(({ payloadType }) => payloadType).join(' ')}`,
    ...answer.transport,
    `a=mid:${section.mid}`,
    `a=${answer.direction}`,
    'a=rtcp-mux',
    'a=rtcp-rsize',
  ];
  for (const { payloadType, mapping, parameters, name } of all) {
    lines.push(`a=rtpmap:${payloadType} ${mapping}`);
    const given = name === 'OPUS' ? answer.opusParameters : parameters;
    if (given !== '') lines.push(`a=fmtp:${payloadType} ${given}`);
  }
  for (const { payloadType, feedback } of formats)
    for (const kind of feedback) {
      // Receivers of our media report their own estimates (REMB).
      if (kind !== 'transport-cc' || answer.direction !== 'sendonly')
        lines.push(`a=rtcp-fb:${payloadType} ${kind}`);
    }
  for (const [name, id] of Object.entries(extensionsToAnswer(section)))
    lines.push(`a=extmap:${id} ${extensionUri[name as ExtensionName]}`);
  return lines;
}
