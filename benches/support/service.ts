import { MetricsText } from '@visavis/server/dist/lib/prometheus-text.js';
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
export async function readMetric(service: Service, name: string): Promise<number> {
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
  const answer = await fetch(`${service.url}/metrics`, { headers });
  return new MetricsText(await answer.text()).sum(name) ?? Number.NaN;
}
