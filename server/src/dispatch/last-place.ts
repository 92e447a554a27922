import type { Clock } from '../lib/clock.ts';

/** How long a place is kept for who was refused: conversations that nobody joins have ended by then. */
const KEPT_MS = 120_000;
/** Organizations that are remembered. */
const MAX_ORGANIZATIONS = 1000;

/**
 * Who may take the last free place. An organization that has begun a conversation leaves it free as long as another was
 * refused a moment ago and has not come in since; so none holds all places again and again while others are refused.
 */
export class LastPlace {
  readonly #clock: Clock;
  /** By organization: when it last began one. */
  readonly #begun = new Map<string, number>();
  /** By organization: when it was last refused, having begun none. */
  readonly #refused = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param holdsOne whether one of its conversations runs */
  mayTake(organizationId: string, holdsOne: boolean): boolean {
    if (!holdsOne && !this.#isRecent(this.#begun.get(organizationId))) return true;
    return ![...this.#refused].some(([other, at]) => other !== organizationId && this.#isRecent(at));
  }

  taken(organizationId: string): void {
    this.#refused.delete(organizationId);
    this.#remember(this.#begun, organizationId);
  }

  /** @param holdsOne whether one of its conversations runs */
  refused(organizationId: string, holdsOne: boolean): void {
    if (!holdsOne && !this.#isRecent(this.#begun.get(organizationId)))
      this.#remember(this.#refused, organizationId);
  }

  #remember(times: Map<string, number>, organizationId: string): void {
    times.delete(organizationId);
    times.set(organizationId, this.#clock.now());
    if (times.size > MAX_ORGANIZATIONS) times.delete(times.keys().next().value!);
  }

  #isRecent(at = Number.NEGATIVE_INFINITY): boolean {
    return this.#clock.now() - at < KEPT_MS;
  }
}
