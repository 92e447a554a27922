import type { ConversationPlan } from '@visavis/contracts';
import type { Clock } from '../../lib/clock.ts';

/** A conversation shorter than the warning time is warned when this fraction of its length is left. */
const SHORT_WRAP_UP_SHARE = 0.25;
/** A shorter grace period for a participant that left on purpose: it may be reloading its page. */
export const HANG_UP_GRACE_MS = 5000;

export interface DeadlineEvents {
  onNeverJoined: () => void;
  /** The consumer did not come back. `leftAt` is in milliseconds since the epoch. */
  onGone: (leftAt: number) => void;
  onWrapUp: (secondsLeft: number) => void;
  onTimeUp: () => void;
  onIdle: () => void;
  /** While this is true the conversation is not idle. */
  isBusy(): boolean;
}

/** All deadlines of a conversation, on one clock. */
export class Deadlines {
  readonly #clock: Clock;
  readonly #limits: ConversationPlan['limits'];
  readonly #events: DeadlineEvents;
  readonly #deadlines = new Map<string, () => void>();

  constructor(clock: Clock, limits: ConversationPlan['limits'], events: DeadlineEvents) {
    this.#clock = clock;
    this.#limits = limits;
    this.#events = events;
  }

  /** The avatar is in the room and waits for the consumer. */
  opened(): void {
    this.#set('join', this.#limits.joinTimeoutMs, () => this.#events.onNeverJoined());
  }

  joined(): void {
    const { maxSeconds, wrapUpMs } = this.#limits;
    const maxMs = maxSeconds * 1000;
    const wrapUp = Math.min(wrapUpMs, maxMs * SHORT_WRAP_UP_SHARE);
    this.#clear('join');
    this.#set('end', maxMs, () => this.#events.onTimeUp());
    this.#set('wrapUp', maxMs - wrapUp, () => this.#events.onWrapUp(wrapUp / 1000));
    this.activity();
  }

  /** The consumer said or typed something, or the avatar spoke. */
  activity(): void {
    if (!this.#deadlines.has('end')) return;
    this.#set('idle', this.#limits.idleTimeoutMs, () => {
      if (this.#events.isBusy()) this.activity();
      else this.#events.onIdle();
    });
  }

  lost(hungUp: boolean): void {
    const { reconnectGraceMs } = this.#limits;
    const leftAt = this.#clock.wall();
    const graceMs = hungUp ? Math.min(HANG_UP_GRACE_MS, reconnectGraceMs) : reconnectGraceMs;
    this.#clear('idle');
    this.#set('grace', graceMs, () => this.#events.onGone(leftAt));
  }

  back(): void {
    this.#clear('grace');
    this.activity();
  }

  close(): void {
    for (const cancel of this.#deadlines.values()) cancel();
    this.#deadlines.clear();
  }

  #set(name: string, delayMs: number, callback: () => void): void {
    this.#clear(name);
    this.#deadlines.set(name, this.#clock.after(delayMs, callback));
  }

  #clear(name: string): void {
    this.#deadlines.get(name)?.();
    this.#deadlines.delete(name);
  }
}
