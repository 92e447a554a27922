import type { Clock, Monotonic } from '../clock.ts';
import type { Conversation } from './conversation.ts';
import { HEARTBEAT_LAPSE_MS } from './conversation-limits.ts';

/**
 * The time in each running conversation: the wall clock when this process first saw the conversation, advanced by the
 * monotonic clock. Neither a jump of the wall clock nor a suspended machine changes the duration of a conversation or
 * the age of its worker's last heartbeat.
 */
export class ConversationClocks {
  readonly #clock: Clock;
  readonly #monotonic: Monotonic;
  /** Offset in milliseconds from the monotonic clock to the conversation's time, by conversation. */
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
    // Another process wrote that heartbeat. If it is old or in the future, the clock may have jumped since, so the
    // worker gets the time of one more heartbeat.
    const now = silentMs < 0 || silentMs > HEARTBEAT_LAPSE_MS ? lastHeartbeatAt : wall;
    this.#offsets.set(id, now.getTime() - this.#monotonic());
    return new Date(now);
  }

  /** Returns `undefined` if this process has not seen the conversation. */
  known(id: string): Date | undefined {
    const offset = this.#offsets.get(id);
    return offset === undefined ? undefined : new Date(Math.round(offset + this.#monotonic()));
  }

  forget(id: string): void {
    this.#offsets.delete(id);
  }

  /** Forgets all other conversations, which another process has ended. */
  keepOnly(ids: readonly string[]): void {
    const kept = new Set(ids);
    for (const id of this.#offsets.keys()) if (!kept.has(id)) this.#offsets.delete(id);
  }
}
