import type { ConversationPlan } from '@visavis/contracts';

/** `seen`: a required participant has joined for the first time, but not the one that the conversation waits for. */
export type PresenceChange = 'joined' | 'seen' | 'lost' | 'back' | undefined;

/**
 * Tracks the participants that a conversation needs: the consumer of a hosted conversation, or the caller's agent. A
 * consumer that the plan names must stay in the caller's room too, once it has joined. If an identity rejoins, it
 * counts as the same participant.
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

  /** Whether the participant that the conversation waits for is present. */
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
