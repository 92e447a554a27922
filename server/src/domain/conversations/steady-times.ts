import type { Clock, Monotonic } from '../clock.ts';
import type { Conversation } from './conversation.ts';
import { HEARTBEAT_LAPSE_MS } from './conversation-limits.ts';

/**
 * The time in each running conversation: the wall clock when this process first saw the conversation, advanced by the
 * monotonic clock. A jump of the wall clock, or a suspended machine, changes neither the duration of a conversation nor
 * the age of its worker's last heartbeat.
 */
export class SteadyTimes {
  readonly #clock: Clock;
  readonly #monotonic: Monotonic;
  /** Milliseconds from the monotonic clock to the time in the conversation, by conversation. */
  readonly #offsets = new Map<string, number>();

  constructor(clock: Clock, monotonic: Monotonic) {
    this.#clock = clock;
    this.#monotonic = monotonic;
  }

  now(conversation: Pick<Conversation, 'id' | 'lastHeartbeatAt'>): Date {
    const { id, lastHeartbeatAt } = conversation;
    const known = this.known(id);
    if (known) return known;
    const wall = this.#clock();
    const silentMs = wall.getTime() - lastHeartbeatAt.getTime();
    // Another process wrote that heartbeat. If it is old or in the future, the clock may have jumped since: the worker
    // gets the time of one more heartbeat.
    const now = silentMs < 0 || silentMs > HEARTBEAT_LAPSE_MS ? lastHeartbeatAt : wall;
    this.#offsets.set(id, now.getTime() - this.#monotonic());
    return new Date(now);
  }

  /** `undefined`: this process has not seen the conversation. */
  known(id: string): Date | undefined {
    const offset = this.#offsets.get(id);
    return offset === undefined ? undefined : new Date(Math.round(offset + this.#monotonic()));
  }

  forget(id: string): void {
    this.#offsets.delete(id);
  }

  /** Forgets all others: another process has ended them. */
  keepOnly(ids: readonly string[]): void {
    const kept = new Set(ids);
    for (const id of this.#offsets.keys()) if (!kept.has(id)) this.#offsets.delete(id);
  }
}
