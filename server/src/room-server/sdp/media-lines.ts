import { type ExtensionName, extensionUri } from './sdp-lines.ts';
import type { SdpCodec, SdpDirection, SdpSection } from './session-description.ts';
import { otherVideo, withRtx } from './video-codecs.ts';

export interface MediaAnswer {
  readonly direction: SdpDirection;
  readonly transport: readonly string[];
  /** The format for redundant audio (RED), where it is to be used. */
  readonly red: SdpCodec | undefined;
  readonly opusParameters: string;
}

const ofSenders: readonly ExtensionName[] = ['mid', 'rid', 'repairedRid', 'transportSequence', 'audioLevel'];

/**
 * The header extensions of an answered section with their ids. In sections in which the client receives all that any track may
 * need, also while there is none: Chromium never offers there again what an answer left out, and begins each section that it
 * adds, for a camera too, with those of the first of its kind.
 */
export function extensionsToAnswer({
  kind,
  direction,
  extensions,
}: SdpSection): Partial<Record<ExtensionName, number>> {
  const wanted = new Set(ofSenders);
  if (direction === 'recvonly' && kind === 'video') wanted.add('absSendTime');
  return Object.fromEntries(
    Object.entries(extensions).filter(([extension]) => wanted.has(extension as ExtensionName)),
  );
}

/** The lines of an answered section that are the same whoever sends in it; `codec` is the format to send first. */
export function mediaLines(section: SdpSection, codec: SdpCodec, answer: MediaAnswer): string[] {
  const formats = [codec, ...otherVideo(section, codec)];
  // Redundant audio before the audio itself, or it is never sent.
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
      // Receivers measure our media by their own estimates (REMB).
      if (kind !== 'transport-cc' || answer.direction !== 'sendonly')
        lines.push(`a=rtcp-fb:${payloadType} ${kind}`);
    }
  for (const [name, id] of Object.entries(extensionsToAnswer(section)))
    lines.push(`a=extmap:${id} ${extensionUri[name as ExtensionName]}`);
  return lines;
}
