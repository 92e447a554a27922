import { readMetric as readMetricOf } from '@visavis/tests/dist/support/read-metric.js';
import { type Service, startService as startTestService } from '@visavis/tests/dist/support/service.js';
import type { Scope } from './scope.ts';

export type { Service } from '@visavis/tests/dist/support/service.js';
export { TEST_API_KEY } from '@visavis/tests/dist/support/service.js';

const ADMIN_TOKEN = 'admin-token-of-the-benchmark';

/**
 * A service with the pictures that it sends by default: those of tests send fewer, at a fixed rate. It ends with the scope, and so does
 * its data, unless it has them in `dataDir`.
 */
export async function startService(
  scope: Scope,
  env: Record<string, string> = {},
  dataDir?: string,
): Promise<Service> {
  const service = await startTestService({
    ...(dataDir && { dataDir }),
    env: { VISAVIS_VIDEO_FPS: '25', VISAVIS_VIDEO_MIN_FPS: '', VISAVIS_ADMIN_TOKEN: ADMIN_TOKEN, ...env },
  });
  scope.later(() => (dataDir ? service.stop() : service.dispose()));
  return service;
}

/** A metric of a service, over all its labels; NaN where there is none. */
export const readMetric = (service: Service, name: string): Promise<number> =>
  readMetricOf(service, name, ADMIN_TOKEN);
