import type { Config } from '../config.ts';
import type { Logger } from '../lib/logger.ts';
import type { StartThread } from '../models/runtime/model-thread.ts';
import { type InstalledModel, ModelFolder } from '../models/store/model-folder.ts';
import { OccasionalVoice } from '../voices/local/occasional-voice.ts';
import type { InstalledVoice } from '../voices/piper/piper-messages.ts';
import type { Voice } from '../voices/voice.ts';

/** Creates the local voice, with the natural voices in the data directory. */
export async function composeVoice(
  { dataDir }: Pick<Config, 'dataDir'>,
  log: Logger,
  startThread?: StartThread,
): Promise<Voice> {
  const folder = new ModelFolder(dataDir);
  // The service loads it only for the first sample.
  const { startLocalVoice } = await import('../voices/local/start-local-voice.ts');
  return startLocalVoice({
    modelsFolder: folder.path,
    findVoices: () => findVoices(folder),
    startThread,
    log,
  });
}

/** Composes a voice for occasional sentences, in a thread that ends after some idle time. */
export function composeOccasionalVoice(
  config: Pick<Config, 'dataDir'>,
  log: Logger,
  startThread?: StartThread,
): OccasionalVoice {
  return new OccasionalVoice(() => composeVoice(config, log, startThread));
}

export async function findVoices(folder: ModelFolder): Promise<InstalledVoice[]> {
  return (await folder.installed('voice')).flatMap(voiceOf);
}

function voiceOf(model: InstalledModel): InstalledVoice[] {
  const file = model.manifest.files.find(({ path }) => path.endsWith('.onnx'))?.path;
  return file === undefined ? [] : [{ ...model, file }];
}
