import type { Config } from './config.ts';
import type { SpeechDetector } from './ears/ears.ts';
import { findEars, type LocalEars, startEars } from './ears/start-ears.ts';
import { startSpeechDetector } from './ears/start-speech-detector.ts';
import { MICROPHONE_RATE } from './engines/engine.ts';
import type { Logger } from './lib/logger.ts';
import { VoiceActivityDetector } from './lib/voice-activity.ts';
import { AgreedVoiceActivity } from './media/agent/agreed-voice-activity.ts';
import { isBackchannelText } from './media/agent/backchannel.ts';
import type { VoiceActivity } from './media/agent/consumer-ears.ts';

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

/**
 * Who hears that the consumer of a conversation speaks: our own detector, with a model's second opinion where there is one.
 * Short remarks go unheeded where words can be understood.
 */
export function createVoiceActivity({ ears, detector }: Hearing, log: Logger): VoiceActivity {
  const own = new VoiceActivityDetector(MICROPHONE_RATE);
  if (!detector) return own;
  const isBackchannel = async (samples: Float32Array) => {
    const { text, language } = await ears!.transcribe(samples, { priority: 3 });
    return isBackchannelText(text, language);
  };
  return new AgreedVoiceActivity({
    own,
    detector,
    ...(ears && { isBackchannel }),
    onLost: (reason) => log.warn({ reason }, 'speech is told from noise by loudness alone'),
  });
}
