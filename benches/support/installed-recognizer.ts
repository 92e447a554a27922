import { readConfig } from '@visavis/server/dist/config.js';
import type { InstalledModel } from '@visavis/server/dist/models/store/model-folder.js';
import {
  findSpeechModels,
  type LocalRecognizer,
  startRecognizer,
} from '@visavis/server/dist/speech-recognition/start-recognizer.js';

/** The recognizer that is installed in the data directory of the settings. @throws Error where there is none */
export async function openInstalledRecognizer(): Promise<{
  local: LocalRecognizer;
  turns: InstalledModel;
  dataDir: string;
}> {
  const { dataDir, models } = readConfig();
  const { recognizer, turns } = await findSpeechModels(dataDir, models.speechRecognition);
  if (!recognizer || !turns)
    throw new Error(
      `no speech recognition in ${dataDir}: npx visavis models add speech-recognition, or set VISAVIS_DATA_DIR`,
    );
  const local = startRecognizer(dataDir, recognizer, turns);
  await local.warm();
  return { local, turns, dataDir };
}

/** CPU milliseconds of this process, all threads. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
