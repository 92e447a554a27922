import { ConnectionState, type LocalTrackPublication, RoomEvent } from '@livekit/rtc-node';
import type { WaitingRoom } from '@visavis/contracts';
import { systemClock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { withTimeout } from '../../lib/timeout.ts';
import type { AudioSources } from './audio-sources.ts';
import { blackFrame } from './avatar-tracks.ts';
import { NativeRoom } from './native-room.ts';
import { RtcTracks } from './rtc-tracks.ts';

const LEAVE_TIMEOUT_MS = 2000;
/** After any of these events the avatar cannot be used; the conversation connects anew. */
const LOSS_EVENTS = [RoomEvent.Disconnected, RoomEvent.Reconnecting] as const;

/**
 * An avatar that has entered an empty room before the conversation exists, and published its video. The audio is
 * published with the conversation, because its source continuously sends silence, 50 packets per second.
 */
export class WaitingAvatar {
  readonly native: NativeRoom;
  readonly tracks: RtcTracks;
  /** The avatar's video, once it is published. */
  video: LocalTrackPublication | undefined;
  readonly #size: WaitingRoom['video'];
  readonly #onLost: () => void;
  #entered = false;
  #left: Promise<void> | undefined;

  /** `onLost` is called when the avatar was in the room and has lost its connection. */
  constructor(video: WaitingRoom['video'], sources: AudioSources, log: Logger, onLost: () => void) {
    this.native = new NativeRoom(log);
    this.#size = video;
    this.#onLost = onLost;
    this.tracks = new RtcTracks(video, sources);
  }

  /** Rejects if the room cannot be entered. */
  async enter({ url, token }: WaitingRoom['room']): Promise<void> {
    await this.native.enter(url, token);
    this.video = await this.native.publish(this.tracks.videoTrack, this.tracks.videoOptions);
    // Until it has a frame, the source encodes ten black ones per second by itself.
    const stampUs = BigInt(Math.round(systemClock.now() * 1000));
    this.tracks.video.capture(blackFrame(this.#size.width, this.#size.height), stampUs, this.#size);
    this.#entered = true;
    for (const loss of LOSS_EVENTS) this.native.room.on(loss, this.#onLost);
  }

  get isPresent(): boolean {
    const connected = this.native.room.connectionState === ConnectionState.CONN_CONNECTED;
    return this.#entered && !this.#left && connected;
  }

  /** Hands room and tracks over to the conversation that begins. */
  handOver(): void {
    for (const loss of LOSS_EVENTS) this.native.room.off(loss, this.#onLost);
  }

  /** Leaves the room, if the avatar is in it; further calls do nothing. */
  leave(): Promise<void> {
    this.handOver();
    this.#left ??= withTimeout(this.#leave(), LEAVE_TIMEOUT_MS, 'the room was not left in time');
    return this.#left;
  }

  async #leave(): Promise<void> {
    try {
      await this.native.leave([]);
    } finally {
      await this.tracks.close();
    }
  }
}
