import { RateGate } from '../../lib/rate-gate.ts';
import { RecentMap } from '../../lib/recent-map.ts';
import type { RoomServerLimits } from '../limits.ts';
import { MAX_OWNERS } from '../media-work.ts';

/** The time of one person, in milliseconds. */
export interface TimeShare {
  readonly workMs: RateGate;
}

/**
 * Runs the tasks of many people, one in each iteration of the event loop: round robin among the owners, and among the
 * people of one owner. A person that has used up its share of the time waits without holding up the others.
 */
export class FairScheduler {
  readonly #shares: RecentMap<string, RateGate>;
  readonly #tasks = new Map<string, Map<TimeShare, (() => void)[]>>();
  #immediate: NodeJS.Immediate | undefined;
  #retryTimer: NodeJS.Timeout | undefined;

  constructor({ workMsPerSecondPerOwner }: RoomServerLimits) {
    this.#shares = new RecentMap(MAX_OWNERS, () => new RateGate(workMsPerSecondPerOwner));
  }

  /** @param work must not throw. */
  add(owner: string, person: TimeShare, work: () => void): void {
    const people = this.#tasks.get(owner) ?? new Map<TimeShare, (() => void)[]>();
    this.#tasks.set(owner, people);
    const tasks = people.get(person) ?? [];
    people.set(person, tasks);
    tasks.push(work);
    this.#arm();
  }

  #arm(): void {
    if (this.#immediate !== undefined || this.#tasks.size === 0) return;
    this.#immediate = setImmediate(() => this.#runNext());
  }

  #runNext(): void {
    this.#immediate = undefined;
    clearTimeout(this.#retryTimer);
    let minWaitMs = Number.POSITIVE_INFINITY;
    for (const [owner, people] of this.#tasks) {
      const share = this.#shares.get(owner);
      for (const [person, tasks] of people) {
        const waitMs = Math.max(share.waitMs, person.workMs.waitMs);
        minWaitMs = Math.min(minWaitMs, waitMs);
        if (waitMs > 0) continue;
        const work = tasks.shift()!;
        this.#moveToBack(owner, people, person, tasks);
        runCharged(work, [share, person.workMs]);
        this.#arm();
        return;
      }
    }
    this.#retryTimer = setTimeout(() => this.#arm(), Math.ceil(minWaitMs)).unref();
  }

  /** Moves a person and its owner to the end of the round; removes them if no task is left. */
  #moveToBack(
    owner: string,
    people: Map<TimeShare, (() => void)[]>,
    person: TimeShare,
    tasks: (() => void)[],
  ): void {
    people.delete(person);
    if (tasks.length > 0) people.set(person, tasks);
    this.#tasks.delete(owner);
    if (people.size > 0) this.#tasks.set(owner, people);
  }
}

function runCharged(work: () => void, gates: readonly RateGate[]): void {
  const startedAt = performance.now();
  work();
  for (const gate of gates) gate.charge(performance.now() - startedAt);
}
