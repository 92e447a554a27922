import { Codec } from '@livekit/protocol';

/** Returns the codecs that may be published. Clients choose another codec themselves when theirs is not among these. */
export const enabledCodecs = () =>
  ['audio/opus', 'video/VP8', 'video/H264'].map((mime) => new Codec({ mime }));
