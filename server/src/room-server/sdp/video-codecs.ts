import { Codec } from '@livekit/protocol';
import type { VideoCodec } from '../rtp/keyframe.ts';
import { findRtx, type SdpCodec, type SdpSection } from './session-description.ts';

/** The codecs that the server forwards, in the order in which it offers them beside a track's own. */
export const forwardedVideoCodecs: readonly VideoCodec[] = ['VP8', 'H264'];

/** Returns the codecs that may be published. A client whose codec is not among them chooses another by itself. */
export const enabledCodecs = () =>
  ['audio/opus', ...forwardedVideoCodecs.map((name) => `video/${name}`)].map((mime) => new Codec({ mime }));

/** A codec as it appears in our offers. */
export interface OfferedCodec {
  readonly name: VideoCodec;
  readonly payloadType: number;
  readonly rtxPayloadType: number;
  readonly parameters: string;
}

const h264 = (profile: string) =>
  `level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=${profile}`;
const offered: Record<VideoCodec, OfferedCodec> = {
  VP8: { name: 'VP8', payloadType: 96, rtxPayloadType: 97, parameters: '' },
  H264: { name: 'H264', payloadType: 102, rtxPayloadType: 103, parameters: h264('42e01f') },
};
/** A payload type means the same format in all sections of a bundle, so another profile needs other payload types. */
const otherProfile = { payloadType: 104, rtxPayloadType: 105 };

/** @param parameters the publisher's parameters, of which subscribers get only H264's profile */
export function offerCodec(name: VideoCodec, parameters: string): OfferedCodec {
  const common = offered[name];
  const profile = /profile-level-id=([\da-f]{6})/i.exec(parameters)?.[1];
  if (name !== 'H264' || profile === undefined || /^42[ce]0/i.test(profile)) return common;
  return { ...common, ...otherProfile, parameters: h264(profile) };
}

/** Returns a track's codec, then the others: clients based on Pion later know only the codecs of the first offer. */
export function offerCodecs(name: VideoCodec, parameters: string): OfferedCodec[] {
  const others = forwardedVideoCodecs.filter((other) => other !== name).map((other) => offered[other]);
  return [offerCodec(name, parameters), ...others];
}

/** Returns a section's best format for a codec; for H264, with the given profile or the one that decoders know. */
export function pickVideoFormat(
  section: SdpSection,
  name: VideoCodec,
  parameters = '',
): SdpCodec | undefined {
  const candidates = section.codecs.filter((codec) => codec.name === name);
  if (name !== 'H264') return candidates[0];
  const usable = candidates.filter(({ parameters: own }) => /packetization-mode=1/.test(own));
  const profile = /profile-level-id=(\w{4})/i.exec(parameters)?.[1]?.toLowerCase() ?? '42e0';
  const same = usable.find(({ parameters: own }) =>
    own.toLowerCase().includes(`profile-level-id=${profile}`),
  );
  return same ?? usable[0];
}

/** Returns one format of each other codec of a section that could be forwarded. */
export function otherVideoFormats(section: SdpSection, chosen: SdpCodec): SdpCodec[] {
  if (section.kind !== 'video') return [];
  return forwardedVideoCodecs
    .filter((name) => name !== chosen.name)
    .map((name) => pickVideoFormat(section, name))
    .filter((codec) => codec !== undefined);
}

/** Returns each format, followed by its retransmission format. */
export function withRtx(section: SdpSection, formats: readonly SdpCodec[]): SdpCodec[] {
  return formats.flatMap((format) => {
    const rtx = findRtx(section.codecs, format.payloadType);
    return rtx === undefined ? [format] : [format, rtx];
  });
}
