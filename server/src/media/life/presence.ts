import type { ConversationPlan } from '@visavis/contracts';

export type PresenceChange = 'joined' | 'lost' | 'back' | undefined;

/**
 * Whose presence a conversation lives by: the consumer of a hosted one, the caller's agent of the other.
 * The same identity coming back is the same participant.
 */
export class Presence {
  readonly #needed: string | undefined;
  #state: 'awaited' | 'present' | 'away' = 'awaited';

  constructor(plan: ConversationPlan) {
    this.#needed = plan.mode === 'hosted' ? plan.consumer?.identity : plan.remoteAgent?.identity;
  }

  get present(): boolean {
    return this.#state === 'present';
  }

  joined(identity: string): PresenceChange {
    if (identity !== this.#needed || this.#state === 'present') return undefined;
    const change = this.#state === 'awaited' ? 'joined' : 'back';
    this.#state = 'present';
    return change;
  }

  left(identity: string): PresenceChange {
    if (identity !== this.#needed || this.#state !== 'present') return undefined;
    this.#state = 'away';
    return 'lost';
  }
}
