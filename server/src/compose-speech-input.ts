import type { EnginePlan } from '@visavis/contracts';
import type { Config } from './config.ts';
import type { Logger } from './lib/logger.ts';
import { MICROPHONE_RATE } from './lib/sample-rates.ts';
import { VoiceActivityDetector } from './lib/voice-activity.ts';
import { AgreedVoiceActivity } from './media/agent/agreed-voice-activity.ts';
import { isBackchannelText } from './media/agent/backchannel.ts';
import type { VoiceActivity } from './media/agent/microphone-listener.ts';
import type { SpeechDetector } from './speech-recognition/recognizer.ts';
import {
  findSpeechModels,
  type LocalRecognizer,
  startRecognizer,
} from './speech-recognition/start-recognizer.ts';
import { startSpeechDetector } from './speech-recognition/start-speech-detector.ts';

export type SpeechInput = {
  close(): Promise<void>;
} & (
  | { recognizer: LocalRecognizer; detector: SpeechDetector }
  /** Only the model that detects speech is installed, or none at all. */
  | { recognizer: undefined; detector: SpeechDetector | undefined }
);

/** Detection and recognition of speech by the models that are installed; their threads start with the first sound. */
export async function composeSpeechInput({ dataDir, models }: Config, log: Logger): Promise<SpeechInput> {
  const found = await findSpeechModels(dataDir, models.speechRecognition);
  if (models.speechRecognition !== undefined && !found.recognizer)
    log.warn(
      { model: models.speechRecognition },
      'the model of VISAVIS_SPEECH_RECOGNITION_MODEL is not installed',
    );
  const detector = found.turns && startSpeechDetector(dataDir, found.turns);
  const recognizer =
    found.turns && found.recognizer && startRecognizer(dataDir, found.recognizer, found.turns);
  const close = async () => {
    await Promise.all([recognizer?.close(), detector?.close()]);
  };
  return recognizer && detector
    ? { recognizer, detector, close }
    : { recognizer: undefined, detector, close };
}

/**
 * Detects whether the consumer of a conversation speaks: by our own detector, and a model's second opinion where one is installed.
 * Where words can be recognized, short remarks do not interrupt, unless the agent is to stop at them.
 */
export function createVoiceActivity(
  { recognizer, detector }: Pick<SpeechInput, 'recognizer' | 'detector'>,
  engine: Pick<EnginePlan, 'stopsOnBackchannel' | 'language'> | undefined,
  log: Logger,
): VoiceActivity {
  const own = new VoiceActivityDetector(MICROPHONE_RATE);
  if (!detector) return own;
  const isBackchannel = async (samples: Float32Array) => {
    const options = { priority: 3, language: engine?.language };
    const { text, language } = await recognizer!.transcribe(samples, options);
    return isBackchannelText(text, language);
  };
  return new AgreedVoiceActivity({
    own,
    detector,
    ...(recognizer && !engine?.stopsOnBackchannel && { isBackchannel }),
    onLost: (reason) =>
      log.warn({ reason }, 'the model that detects speech has failed; loudness alone decides now'),
  });
}
