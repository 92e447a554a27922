import type { ConversationPlan } from '@visavis/contracts';

/** `seen`: a required participant came for the first time, but it is not the one that the conversation waits for. */
export type PresenceChange = 'joined' | 'seen' | 'lost' | 'back' | undefined;

/**
 * Decides which participants a conversation needs. It begins with the consumer of a hosted conversation, or with the
 * caller's agent; a consumer that the plan names must stay there too, once it has come. The same identity coming back is
 * the same participant.
 */
export class Presence {
  readonly #first: string | undefined;
  readonly #needed = new Map<string, 'awaited' | 'present' | 'away'>();

  constructor(plan: ConversationPlan) {
    this.#first = plan.mode === 'hosted' ? plan.consumer?.identity : plan.remoteAgent?.identity;
    for (const identity of [this.#first, plan.consumer?.identity]) {
      if (identity !== undefined) this.#needed.set(identity, 'awaited');
    }
  }

  /** The participant that the conversation waits for is here. */
  get present(): boolean {
    return this.#first !== undefined && this.#needed.get(this.#first) === 'present';
  }

  joined(identity: string): PresenceChange {
    const before = this.#needed.get(identity);
    if (before === undefined || before === 'present') return undefined;
    this.#needed.set(identity, 'present');
    if (before === 'awaited') return identity === this.#first ? 'joined' : 'seen';
    return [...this.#needed.values()].includes('away') ? undefined : 'back';
  }

  left(identity: string): PresenceChange {
    if (this.#needed.get(identity) !== 'present') return undefined;
    this.#needed.set(identity, 'away');
    return 'lost';
  }
}
