import { readMetric as readMetricOf } from '@visavis/tests/dist/support/read-metric.js';
import { type Service, startService as startTestService } from '@visavis/tests/dist/support/service.js';

export type { Service } from '@visavis/tests/dist/support/service.js';
export { TEST_API_KEY } from '@visavis/tests/dist/support/service.js';

/** A service with the pictures that it sends by default: those of tests send fewer, at a fixed rate. */
export function startService(options: Parameters<typeof startTestService>[0] = {}): Promise<Service> {
  return startTestService({
    ...options,
    env: { VISAVIS_VIDEO_FPS: '25', VISAVIS_VIDEO_MIN_FPS: '', ...options.env },
  });
}

/** For a service whose metrics are read: `VISAVIS_ADMIN_TOKEN`. */
export const ADMIN_TOKEN = 'admin-token-of-the-benchmark';

/** A metric of a service that was started with `ADMIN_TOKEN`, over all its labels; NaN where there is none. */
export const readMetric = (service: Service, name: string): Promise<number> =>
  readMetricOf(service, name, ADMIN_TOKEN);
