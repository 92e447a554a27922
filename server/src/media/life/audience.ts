import type { Clock } from '../../lib/clock.ts';
import type { RoomLink } from '../room/room-link.ts';

/** Milliseconds between two looks: the second while a viewer may be waiting for the video to go on. */
const LOOK_MS = { shown: 2000, hidden: 250 };

export interface AudienceNeeds {
  clock: Clock;
  room: Pick<RoomLink, 'participants' | 'videoReceived' | 'videoWanted'>;
  /** The caller's agent, which watches nothing. */
  remoteAgent: string | undefined;
  onSeen: (isSeen: boolean) => void;
}

/**
 * Knows whether somebody sees the avatar: is there, receives its video and shows it. A page that is out of sight stops its video
 * at the room server, which tells the avatar's native client; that has no event for it, and is asked.
 */
export class Audience {
  readonly #needs: AudienceNeeds;
  #isSeen = false;
  #cancelLook: (() => void) | undefined;
  #closed = false;

  constructor(needs: AudienceNeeds) {
    this.#needs = needs;
  }

  joined(): void {
    // Told also where others see it already: whoever comes is looked at.
    void this.#needs.room.videoReceived().then(() => this.#closed || this.#tell(this.#isThere));
  }

  left(): void {
    if (!this.#isThere) this.#tell(false);
  }

  close(): void {
    this.#closed = true;
    this.#cancelLook?.();
  }

  get #isThere(): boolean {
    const { room, remoteAgent } = this.#needs;
    return room.participants().some((identity) => identity !== remoteAgent);
  }

  #tell(isSeen: boolean): void {
    this.#isSeen = isSeen;
    this.#needs.onSeen(isSeen);
    this.#planLook();
  }

  #planLook(): void {
    this.#cancelLook?.();
    if (!this.#isThere) return;
    const delayMs = this.#isSeen ? LOOK_MS.shown : LOOK_MS.hidden;
    this.#cancelLook = this.#needs.clock.after(delayMs, () => void this.#look());
  }

  async #look(): Promise<void> {
    const isWanted = await this.#needs.room.videoWanted();
    if (this.#closed) return;
    const isSeen = isWanted && this.#isThere;
    if (isSeen === this.#isSeen) this.#planLook();
    else this.#tell(isSeen);
  }
}
