import { createHash } from 'node:crypto';
import type { AgentServerUse } from '@visavis/contracts';
import { Breaker } from '../lib/breaker.ts';
import type { Clock } from '../lib/clock.ts';
import { RecentMap } from '../lib/recent-map.ts';

/** Maximum number of servers that are remembered. */
const MAX_SERVERS = 1_000;

/** Remembers from one conversation to the next which of the organizations' own servers have just failed. */
export class OrganizationBreakers {
  readonly #breakers: RecentMap<string, Breaker>;

  constructor(clock: Clock) {
    this.#breakers = new RecentMap(MAX_SERVERS, () => new Breaker(clock));
  }

  /**
   * Two organizations never share a breaker, and a server gets a new one when any of its fields changes. Its fallback
   * does not count: a server has the same breaker where it is a fallback itself.
   */
  of(organizationId: string, use: AgentServerUse, server: object): Breaker {
    const { fallback: _, ...own } = server as { fallback?: unknown };
    const fields = Object.entries(own).toSorted(([a], [b]) => (a < b ? -1 : 1));
    // A digest, because one of the fields is the server's key.
    const digest = createHash('sha256').update(JSON.stringify([organizationId, use, fields]));
    return this.#breakers.get(digest.digest('base64url'));
  }
}
