import type { IncomingMessage } from 'node:http';
import { Budget } from '../lib/budget.ts';
import { readUpTo } from '../lib/read-up-to.ts';
import { CLIENT_HEADER } from './request-token.ts';
import { TwirpError } from './twirp/service-methods.ts';

/** The maximum number of bytes in memory at once: from one block of client addresses, and from all together. */
const MEMORY_LIMITS = { ofOne: 16 * 1024 * 1024, all: 64 * 1024 * 1024, isHard: true };

/** Reads the bodies of service calls, which stay in memory until they are complete. */
export class ServiceBodies {
  readonly #budget = new Budget(MEMORY_LIMITS);
  readonly #maxBytes: number;

  /** @param maxBytes the maximum number of bytes of a body */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** @throws TwirpError if the body is too large, or too many bodies are arriving. */
  async read(request: IncomingMessage): Promise<Buffer> {
    const client = String(request.headers[CLIENT_HEADER]);
    let held = 0;
    try {
      const { bytes, isWhole } = await readUpTo(request, this.#maxBytes, (arrived) => {
        if (this.#budget.isExceededBy(client, arrived))
          throw new TwirpError('resource_exhausted', 'too many requests are being received; try again soon');
        this.#budget.take(client, arrived);
        held += arrived;
      });
      if (!isWhole) throw new TwirpError('invalid_argument', 'the request is too large');
      return bytes;
    } finally {
      this.#budget.release(client, held);
    }
  }
}
