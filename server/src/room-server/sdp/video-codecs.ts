import { Codec } from '@livekit/protocol';
import type { VideoCodec } from '../rtp/keyframe.ts';
import { findRtx, type SdpCodec, type SdpSection } from './session-description.ts';

/** What the server forwards, in the order in which it offers them beside a track's own. */
export const forwardedVideo: readonly VideoCodec[] = ['VP8', 'H264'];

/** Returns the codecs that may be published. Clients choose another codec themselves when theirs is not among these. */
export const enabledCodecs = () =>
  ['audio/opus', ...forwardedVideo.map((name) => `video/${name}`)].map((mime) => new Codec({ mime }));

/** How a codec stands in an offer of ours. */
export interface OfferedCodec {
  readonly name: VideoCodec;
  readonly media: number;
  readonly rtx: number;
  readonly parameters: string;
}

const h264 = (profile: string) =>
  `level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=${profile}`;
const offered: Record<VideoCodec, OfferedCodec> = {
  VP8: { name: 'VP8', media: 96, rtx: 97, parameters: '' },
  H264: { name: 'H264', media: 102, rtx: 103, parameters: h264('42e01f') },
};
/** A payload type means one format in all sections of a bundle: another profile needs others. */
const otherProfile = { media: 104, rtx: 105 };

/** @param parameters the publisher's; of these, others get H264's profile and nothing else. */
export function offerCodec(name: VideoCodec, parameters: string): OfferedCodec {
  const common = offered[name];
  const profile = /profile-level-id=([\da-f]{6})/i.exec(parameters)?.[1];
  if (name !== 'H264' || profile === undefined || /^42[ce]0/i.test(profile)) return common;
  return { ...common, ...otherProfile, parameters: h264(profile) };
}

/** A track's codec and then the others: clients on Pion know later only what the first offer named. */
export function offerCodecs(name: VideoCodec, parameters: string): OfferedCodec[] {
  const others = forwardedVideo.filter((other) => other !== name).map((other) => offered[other]);
  return [offerCodec(name, parameters), ...others];
}

/** The best of a section's formats for a codec: of H264 the profile that decoders know, or the wanted one. */
export function pickVideo(section: SdpSection, name: VideoCodec, parameters = ''): SdpCodec | undefined {
  const candidates = section.codecs.filter((codec) => codec.name === name);
  if (name !== 'H264') return candidates[0];
  const usable = candidates.filter(({ parameters: own }) => /packetization-mode=1/.test(own));
  const profile = /profile-level-id=(\w{4})/i.exec(parameters)?.[1]?.toLowerCase() ?? '42e0';
  const same = usable.find(({ parameters: own }) =>
    own.toLowerCase().includes(`profile-level-id=${profile}`),
  );
  return same ?? usable[0];
}

/** One format of each other codec that could be forwarded in a section. */
export function otherVideo(section: SdpSection, chosen: SdpCodec): SdpCodec[] {
  if (section.kind !== 'video') return [];
  return forwardedVideo
    .filter((name) => name !== chosen.name)
    .map((name) => pickVideo(section, name))
    .filter((codec) => codec !== undefined);
}

/** Each format with its retransmissions. */
export function withRtx(section: SdpSection, formats: readonly SdpCodec[]): SdpCodec[] {
  return formats.flatMap((format) => {
    const rtx = findRtx(section.codecs, format.payloadType);
    return rtx === undefined ? [format] : [format, rtx];
  });
}
