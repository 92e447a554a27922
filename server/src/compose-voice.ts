import type { Config } from './config.ts';
import type { Logger } from './lib/logger.ts';
import { type InstalledModel, ModelFolder } from './models/store/model-folder.ts';
import { startLocalVoice } from './voices/local/start-local-voice.ts';
import type { InstalledVoice } from './voices/piper/piper-messages.ts';
import type { Voice } from './voices/voice.ts';

/** The voice of this machine, with the natural voices in its data directory. */
export function composeVoice({ dataDir }: Pick<Config, 'dataDir'>, log: Logger): Promise<Voice> {
  const folder = new ModelFolder(dataDir);
  return startLocalVoice({ modelsFolder: folder.path, findVoices: () => findVoices(folder), log });
}

export async function findVoices(folder: ModelFolder): Promise<InstalledVoice[]> {
  return (await folder.installed('voice')).flatMap(voiceOf);
}

function voiceOf(model: InstalledModel): InstalledVoice[] {
  const file = model.manifest.files.find(({ path }) => path.endsWith('.onnx'))?.path;
  return file === undefined ? [] : [{ ...model, file }];
}
