import { RateGate } from '../../lib/rate-gate.ts';
import { RecentMap } from '../../lib/recent-map.ts';
import type { RoomServerLimits } from '../limits.ts';

/** The maximum number of owners whose use of time is remembered. */
const MAX_OWNERS = 1_000;

/** A person with a share of the time, counted in milliseconds. */
export interface Worker {
  readonly workMs: RateGate;
}

/**
 * Runs the work of many people, one piece in each iteration of the event loop. Owners take turns, and so do the people
 * of one owner. A person that has used up its share of the time waits without holding up the others.
 */
export class WorkTurns {
  readonly #shares: RecentMap<string, RateGate>;
  readonly #waiting = new Map<string, Map<Worker, (() => void)[]>>();
  #next: NodeJS.Immediate | undefined;
  #later: NodeJS.Timeout | undefined;

  constructor({ workMsPerSecondPerOwner }: RoomServerLimits) {
    this.#shares = new RecentMap(MAX_OWNERS, () => new RateGate(workMsPerSecondPerOwner));
  }

  /** @param work must not throw. */
  add(owner: string, person: Worker, work: () => void): void {
    const people = this.#waiting.get(owner) ?? new Map<Worker, (() => void)[]>();
    this.#waiting.set(owner, people);
    const pieces = people.get(person) ?? [];
    people.set(person, pieces);
    pieces.push(work);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#next !== undefined || this.#waiting.size === 0) return;
    this.#next = setImmediate(() => this.#doNext());
  }

  #doNext(): void {
    this.#next = undefined;
    clearTimeout(this.#later);
    let soonestMs = Number.POSITIVE_INFINITY;
    for (const [owner, people] of this.#waiting) {
      const share = this.#shares.get(owner);
      for (const [person, pieces] of people) {
        const waitMs = Math.max(share.waitMs, person.workMs.waitMs);
        soonestMs = Math.min(soonestMs, waitMs);
        if (waitMs > 0) continue;
        const work = pieces.shift()!;
        this.#putLast(owner, people, person, pieces);
        doCounted(work, [share, person.workMs]);
        this.#schedule();
        return;
      }
    }
    this.#later = setTimeout(() => this.#schedule(), Math.ceil(soonestMs)).unref();
  }

  /** Moves a person and its owner, whose turn it was, behind the others; removes them if no work is left. */
  #putLast(owner: string, people: Map<Worker, (() => void)[]>, person: Worker, pieces: (() => void)[]): void {
    people.delete(person);
    if (pieces.length > 0) people.set(person, pieces);
    this.#waiting.delete(owner);
    if (people.size > 0) this.#waiting.set(owner, people);
  }
}

function doCounted(work: () => void, gates: readonly RateGate[]): void {
  const startedAt = performance.now();
  work();
  for (const gate of gates) gate.charge(performance.now() - startedAt);
}
