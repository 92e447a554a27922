import type { Clock } from '../../lib/clock.ts';
import type { RoomLink } from '../room/room-link.ts';

/** Polling interval in milliseconds; shorter while the video is hidden, because a viewer may wait for it. */
const POLL_MS = { shown: 2000, hidden: 250 };

export interface AudienceNeeds {
  clock: Clock;
  room: Pick<RoomLink, 'participants' | 'videoReceived' | 'videoWanted'>;
  onSeen: (isSeen: boolean) => void;
}

/**
 * Tracks whether somebody sees the avatar: is in the room, receives its video and shows it. A hidden page stops its
 * video at the room server. The avatar's native client learns of that but emits no event, so it is polled.
 */
export class Audience {
  readonly #needs: AudienceNeeds;
  #isSeen = false;
  #cancelPoll: (() => void) | undefined;
  #closed = false;

  constructor(needs: AudienceNeeds) {
    this.#needs = needs;
  }

  joined(): void {
    // Reported even if others see the avatar already: `AvatarRunner.setSeen` sends all frames after each arrival.
    void this.#needs.room.videoReceived().then(() => this.#closed || this.#setSeen(this.#hasParticipants));
  }

  left(): void {
    if (!this.#hasParticipants) this.#setSeen(false);
  }

  close(): void {
    this.#closed = true;
    this.#cancelPoll?.();
  }

  get #hasParticipants(): boolean {
    // The caller's agent counts as well: it may publish what it receives as its own video, as a Pipecat bot does.
    return this.#needs.room.participants().length > 0;
  }

  #setSeen(isSeen: boolean): void {
    this.#isSeen = isSeen;
    this.#needs.onSeen(isSeen);
    this.#schedulePoll();
  }

  #schedulePoll(): void {
    this.#cancelPoll?.();
    if (!this.#hasParticipants) return;
    const delayMs = this.#isSeen ? POLL_MS.shown : POLL_MS.hidden;
    this.#cancelPoll = this.#needs.clock.after(delayMs, () => void this.#poll());
  }

  async #poll(): Promise<void> {
    const isWanted = await this.#needs.room.videoWanted();
    if (this.#closed) return;
    const isSeen = isWanted && this.#hasParticipants;
    if (isSeen === this.#isSeen) this.#schedulePoll();
    else this.#setSeen(isSeen);
  }
}
