import { AudioSources, RtcRoomLink, RtcTracks, silentLogger } from './inside/media.ts';
import { mintToken, type RoomTarget } from './room-target.ts';

const nothing = () => undefined;

/** An avatar that joined a room as a worker's does, but in this process. */
export interface EnteredAvatar {
  readonly link: RtcRoomLink;
  readonly tracks: RtcTracks;
  /** Resolves at the first audio from a microphone. */
  readonly heard: Promise<void>;
  /** Resolves with the reason why the server disconnected it. */
  readonly disconnected: Promise<string>;
  leave(): Promise<void>;
}

export interface EnteredAvatarOptions {
  /** For a room of a caller's own. */
  callerRoom?: { privateAddresses: boolean };
  onStreamsRefused?: (identity: string) => void;
}

/** Joins a room as an avatar, and publishes both tracks and a frame. */
export async function enterAsAvatar(
  target: RoomTarget,
  room: string,
  sources = new AudioSources(),
  { onStreamsRefused = nothing, callerRoom }: EnteredAvatarOptions = {},
): Promise<EnteredAvatar> {
  let tellHeard: () => void = nothing;
  const heard = new Promise<void>((resolve) => {
    tellHeard = resolve;
  });
  let tellWhy: (why: string) => void = nothing;
  const disconnected = new Promise<string>((resolve) => {
    tellWhy = resolve;
  });
  const link = new RtcRoomLink(
    {
      url: target.url,
      token: await mintToken(target, room, 'avatar'),
      isHeard: () => true,
      events: {
        onJoined: nothing,
        onLeft: nothing,
        onDisconnected: tellWhy,
        onReconnected: nothing,
        onText: nothing,
        onStreamsRefused,
        onMicrophone: () => tellHeard(),
        onMicrophoneEnded: nothing,
      },
      ...(callerRoom && { callerRoom }),
    },
    silentLogger,
  );
  const video = { width: 256, height: 256, fps: 25 };
  const tracks = new RtcTracks(video, sources);
  await link.connect({
    textTopics: { 'lk.chat': 'whole' },
    byteTopics: [],
    rpc: { 'test.method': () => '' },
  });
  await link.publish(tracks);
  tracks.video.capture(new Uint8Array((256 * 256 * 3) / 2), process.hrtime.bigint() / 1000n, video);
  return {
    link,
    tracks,
    heard,
    disconnected,
    leave: async () => {
      await link.leave();
      await tracks.close();
    },
  };
}
