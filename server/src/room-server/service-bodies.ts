import type { IncomingMessage } from 'node:http';
import { Budget } from '../lib/budget.ts';
import { readUpTo } from '../lib/read-up-to.ts';
import { CLIENT_HEADER } from './request-token.ts';
import { TwirpError } from './twirp/service-methods.ts';

/** Bytes that are in memory at once: of one block of addresses, and in all, however many addresses send them. */
const MOST = { ofOne: 16 * 1024 * 1024, all: 64 * 1024 * 1024, isHard: true };

/** The bodies of calls to the services, which are in memory until they are whole. */
export class ServiceBodies {
  readonly #budget = new Budget(MOST);
  readonly #most: number;

  /** @param most bytes that a body may have */
  constructor(most: number) {
    this.#most = most;
  }

  /** @throws TwirpError where it has too many bytes, or too many bodies are arriving. */
  async read(request: IncomingMessage): Promise<Buffer> {
    const client = String(request.headers[CLIENT_HEADER]);
    let held = 0;
    try {
      const { bytes, isWhole } = await readUpTo(request, this.#most, (arrived) => {
        if (this.#budget.isExceededBy(client, arrived))
          throw new TwirpError('resource_exhausted', 'too many requests are being received; try again soon');
        this.#budget.take(client, arrived);
        held += arrived;
      });
      if (!isWhole) throw new TwirpError('invalid_argument', 'the request is too large');
      return bytes;
    } finally {
      this.#budget.give(client, held);
    }
  }
}
