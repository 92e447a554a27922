import { ConnectionState, type LocalTrackPublication, RoomEvent } from '@livekit/rtc-node';
import type { WaitingRoom } from '@visavis/contracts';
import { systemClock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { withTimeout } from '../../lib/timeout.ts';
import type { AudioSources } from './audio-sources.ts';
import { blackPicture } from './avatar-tracks.ts';
import { NativeRoom } from './native-room.ts';
import { RtcTracks } from './rtc-tracks.ts';

const LEAVE_TIMEOUT_MS = 2000;
/** After any of these it is not what it was; the conversation connects anew. */
const LOSSES = [RoomEvent.Disconnected, RoomEvent.Reconnecting] as const;

/**
 * An avatar that has entered the empty room of a conversation before there is one, and published its video. The audio is
 * published with the conversation: its source sends silence without a break, 50 packets a second.
 */
export class WaitingAvatar {
  readonly native: NativeRoom;
  readonly tracks: RtcTracks;
  /** Its video, once it is published. */
  video: LocalTrackPublication | undefined;
  readonly #size: WaitingRoom['video'];
  readonly #onLost: () => void;
  #entered = false;
  #left: Promise<void> | undefined;

  /** `onLost`: it was in the room, and is not any more. */
  constructor(video: WaitingRoom['video'], sources: AudioSources, log: Logger, onLost: () => void) {
    this.native = new NativeRoom(log);
    this.#size = video;
    this.#onLost = onLost;
    this.tracks = new RtcTracks(video, sources);
  }

  /** Rejects when the room cannot be entered. */
  async enter({ url, token }: WaitingRoom['room']): Promise<void> {
    await this.native.enter(url, token);
    this.video = await this.native.publish(this.tracks.videoTrack, this.tracks.videoOptions);
    // Until it has had a frame, the source encodes ten black ones a second by itself.
    const stampUs = BigInt(Math.round(systemClock.now() * 1000));
    this.tracks.video.capture(blackPicture(this.#size.width, this.#size.height), stampUs, this.#size);
    this.#entered = true;
    for (const loss of LOSSES) this.native.room.on(loss, this.#onLost);
  }

  get isPresent(): boolean {
    const connected = this.native.room.connectionState === ConnectionState.CONN_CONNECTED;
    return this.#entered && !this.#left && connected;
  }

  /** Its conversation begins, to which room and tracks belong from now on. */
  take(): void {
    for (const loss of LOSSES) this.native.room.off(loss, this.#onLost);
  }

  /** Leaves the room, if it is there; further calls do nothing. */
  leave(): Promise<void> {
    this.take();
    this.#left ??= withTimeout(this.#leave(), LEAVE_TIMEOUT_MS, 'leaving the room');
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
