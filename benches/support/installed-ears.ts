import { readConfig } from '@visavis/server/dist/config.js';
import { findEars, type LocalEars, startEars } from '@visavis/server/dist/ears/start-ears.js';
import type { InstalledModel } from '@visavis/server/dist/models/store/model-folder.js';

/** The ears that are installed in the data directory of the settings. @throws Error where there are none */
export async function openInstalledEars(): Promise<{
  local: LocalEars;
  turns: InstalledModel;
  dataDir: string;
}> {
  const { dataDir, models } = readConfig();
  const { ears, turns } = await findEars(dataDir, models.ears);
  if (!ears || !turns)
    throw new Error(`no ears in ${dataDir}: npx visavis models add ears, or set VISAVIS_DATA_DIR`);
  const local = startEars(dataDir, ears, turns);
  await local.warm();
  return { local, turns, dataDir };
}

/** CPU milliseconds of this process, all threads. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
