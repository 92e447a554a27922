import { createVisavisClient, type VisavisClient } from '@visavis/client';
import { TEST_API_KEY } from '@visavis/tests/dist/support/service.js';

/** Far longer than any answer takes, far shorter than a run: what has not been answered by then never will be. */
const PATIENCE_MS = 30_000;

/** A client that gives a request up: a service that holds one for ever must show as a fault, not as a run without an end. */
export function createFaultClient(baseUrl: string): VisavisClient {
  return createVisavisClient({
    baseUrl,
    apiKey: TEST_API_KEY,
    fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) }),
  });
}
