import type { Config } from './config.ts';
import type { SpeechDetector } from './ears/ears.ts';
import { findEars, type LocalEars, startEars } from './ears/start-ears.ts';
import { startSpeechDetector } from './ears/start-speech-detector.ts';
import type { Logger } from './lib/logger.ts';

export type Hearing = {
  close(): Promise<void>;
} & (
  | { ears: LocalEars; detector: SpeechDetector }
  /** Models that tell speech from noise alone, or none at all. */
  | { ears: undefined; detector: SpeechDetector | undefined }
);

/** What this machine hears with, by the models that are installed; their threads start with the first sound. */
export async function composeHearing({ dataDir, models }: Config, log: Logger): Promise<Hearing> {
  const found = await findEars(dataDir, models.ears);
  if (models.ears !== undefined && !found.ears)
    log.warn({ model: models.ears }, 'the model of VISAVIS_EARS_MODEL is not installed');
  const detector = found.turns && startSpeechDetector(dataDir, found.turns);
  const ears = found.turns && found.ears && startEars(dataDir, found.ears, found.turns);
  const close = async () => {
    await Promise.all([ears?.close(), detector?.close()]);
  };
  return ears && detector ? { ears, detector, close } : { ears: undefined, detector, close };
}
