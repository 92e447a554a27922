import { createVisavisClient, type VisavisClient } from '@visavis/client';
import { TEST_API_KEY } from '../support/service.ts';

/** Far longer than any answer takes, and far shorter than a run: a request without an answer by then never gets one. */
const PATIENCE_MS = 30_000;

/**
 * A client that gives up a request after a time: a service that never answers must be reported as a fault, not as a run
 * without an end.
 */
export function createFaultClient(baseUrl: string): VisavisClient {
  return createVisavisClient({
    baseUrl,
    apiKey: TEST_API_KEY,
    fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) }),
  });
}
