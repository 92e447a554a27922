import { ConnectionState, type LocalTrackPublication, RoomEvent } from '@livekit/rtc-node';
import type { WaitingRoom } from '@visavis/contracts';
import { systemClock } from '../../lib/clock.ts';
import { withTimeout } from '../../lib/timeout.ts';
import { blackPicture } from '../avatar/frame-pump.ts';
import type { AudioSources } from './audio-sources.ts';
import { CONNECT_TIMEOUT_MS, enterRoom } from './enter-room.ts';
import { leaveRoom } from './leave-room.ts';
import { roomWithOwnEvents } from './own-events.ts';
import { RtcTracks } from './rtc-tracks.ts';

const LEAVE_TIMEOUT_MS = 2000;
/** After any of these it is not what it was; the conversation connects anew. */
const LOSSES = [RoomEvent.Disconnected, RoomEvent.Reconnecting] as const;

/**
 * An avatar that has entered the empty room of a conversation before there is one, and published its pictures. The sound is
 * published with the conversation: its source sends silence without a break, 50 packets a second.
 */
export class WaitingAvatar {
  readonly room = roomWithOwnEvents();
  readonly tracks: RtcTracks;
  /** Its pictures, once they are published. */
  video: LocalTrackPublication | undefined;
  readonly #size: WaitingRoom['video'];
  readonly #onLost: () => void;
  #entering: Promise<void> = Promise.resolve();
  #entered = false;
  #left: Promise<void> | undefined;

  /** `onLost`: it was in the room, and is not any more. */
  constructor(video: WaitingRoom['video'], sources: AudioSources, onLost: () => void) {
    this.#size = video;
    this.#onLost = onLost;
    this.tracks = new RtcTracks(video, sources);
  }

  /** Rejects when the room cannot be entered. */
  enter(room: WaitingRoom['room']): Promise<void> {
    this.#entering = this.#enter(room);
    return this.#entering;
  }

  async #enter({ url, token }: WaitingRoom['room']): Promise<void> {
    await enterRoom(this.room, url, token);
    const local = this.room.localParticipant;
    if (!local) throw new Error('the room was left at once');
    const published = local.publishTrack(this.tracks.videoTrack, this.tracks.videoOptions);
    this.video = await withTimeout(published, CONNECT_TIMEOUT_MS, 'the pictures could not be published');
    // Until it has had a picture, the source encodes ten black ones a second by itself.
    const stampUs = BigInt(Math.round(systemClock.now() * 1000));
    this.tracks.video.capture(blackPicture(this.#size.width, this.#size.height), stampUs, this.#size);
    this.#entered = true;
    for (const loss of LOSSES) this.room.on(loss, this.#onLost);
  }

  /** Whether it can be taken now. */
  get isPresent(): boolean {
    const connected = this.room.connectionState === ConnectionState.CONN_CONNECTED;
    return this.#entered && !this.#left && connected;
  }

  /** Its conversation begins, to which room and tracks belong from now on. */
  take(): void {
    for (const loss of LOSSES) this.room.off(loss, this.#onLost);
  }

  /** Leaves the room, if it is there; further calls do nothing. */
  leave(): Promise<void> {
    this.take();
    this.#left ??= this.#leave();
    return this.#left;
  }

  async #leave(): Promise<void> {
    // Only a room that was entered can be left.
    await withTimeout(this.#entering, LEAVE_TIMEOUT_MS, 'entering').catch(() => undefined);
    try {
      await leaveRoom(this.room, []);
    } finally {
      await this.tracks.close();
    }
  }
}
