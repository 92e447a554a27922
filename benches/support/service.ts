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
