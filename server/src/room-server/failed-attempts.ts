import type { IncomingMessage } from 'node:http';
import { RateGate } from '../lib/rate-gate.ts';
import { RecentMap } from '../lib/recent-map.ts';

/** Where the proxy writes whose request it is: the client's block of addresses. */
export const CLIENT_HEADER = 'x-visavis-client';

const ATTEMPTS_PER_MINUTE = 600;
const MAX_BLOCKS = 10_000;

/** Wrong tokens, counted by the block of addresses they come from. A right token is let in all the same. */
export class FailedAttempts {
  readonly #gates = new RecentMap<string, RateGate>(
    MAX_BLOCKS,
    () => new RateGate(ATTEMPTS_PER_MINUTE / 60, ATTEMPTS_PER_MINUTE),
  );

  /** Counts one. @returns false when there were too many lately. Who connects past the proxy is on this machine. */
  pass({ headers }: IncomingMessage): boolean {
    const client = headers[CLIENT_HEADER];
    return client === undefined || this.#gates.get(String(client)).pass();
  }
}
