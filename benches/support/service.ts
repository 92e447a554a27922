import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '@visavis/server/dist/config.js';
import { readMetric as readMetricOf } from '@visavis/tests/dist/support/read-metric.js';
import { type Service, startService as startTestService } from '@visavis/tests/dist/support/service.js';
import { type Scope, temporaryFolder } from './scope.ts';

export type { Service } from '@visavis/tests/dist/support/service.js';
export { TEST_API_KEY } from '@visavis/tests/dist/support/service.js';

const ADMIN_TOKEN = 'admin-token-of-the-benchmark';

/**
 * Starts a service with its default frame rates: in tests they are lower and fixed. It ends with the scope, and its
 * data is removed, unless it is in `dataDir`.
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

/** Returns a new data directory with the models of the configured one. */
export async function folderWithModels(scope: Scope): Promise<string> {
  const folder = await temporaryFolder(scope);
  await symlink(join(readConfig().dataDir, 'models'), join(folder, 'models'));
  return folder;
}

/** Returns a metric of a service, over all its labels; NaN if there is none. */
export const readMetric = (service: Service, name: string): Promise<number> =>
  readMetricOf(service, name, ADMIN_TOKEN);
