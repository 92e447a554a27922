import type { EnginePlan } from '@visavis/contracts';
import type { Config } from './config.ts';
import type { Logger } from './lib/logger.ts';
import { MICROPHONE_RATE } from './lib/sample-rates.ts';
import { VoiceActivityDetector } from './lib/voice-activity.ts';
import { AgreedVoiceActivity } from './media/agent/agreed-voice-activity.ts';
import { isBackchannelText } from './media/agent/backchannel.ts';
import type { VoiceActivity } from './media/agent/microphone-listener.ts';
import type { StartThread } from './models/runtime/model-thread.ts';
import type { SpeechDetector } from './speech-recognition/recognizer.ts';
import {
  findSpeechModels,
  type LocalRecognizer,
  startRecognizer,
} from './speech-recognition/start-recognizer.ts';
import { startSpeechDetector } from './speech-recognition/start-speech-detector.ts';

/** The speech models in use on this machine; without models that transcribe there is only a detector, or nothing. */
export type SpeechModels =
  | { recognizer: LocalRecognizer; detector: SpeechDetector }
  | { recognizer: undefined; detector: SpeechDetector | undefined };

export interface SpeechInput {
  /** Those installed when the last conversation began; their threads start with the first audio. */
  readonly speechModels: SpeechModels;
  /** Checks for newly installed models. Running conversations keep theirs. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/** Detection and recognition of speech by the models that are installed. */
export async function composeSpeechInput(
  { dataDir, models }: Pick<Config, 'dataDir' | 'models'>,
  log: Logger,
  startThread?: StartThread,
): Promise<SpeechInput> {
  let known = '';
  let speechModels: SpeechModels = { recognizer: undefined, detector: undefined };
  const opened: { close(): Promise<void> }[] = [];
  async function refresh(): Promise<void> {
    const found = await findSpeechModels(dataDir, models.speechRecognition);
    const { recognizer, turns } = found;
    const now = JSON.stringify(found);
    if (now === known) return;
    known = now;
    if (models.speechRecognition !== undefined && !recognizer)
      log.warn(
        { model: models.speechRecognition },
        'the model of VISAVIS_SPEECH_RECOGNITION_MODEL is not installed',
      );
    const detector = turns && startSpeechDetector(dataDir, turns, startThread);
    const local = turns && recognizer && startRecognizer(dataDir, recognizer, turns, startThread);
    for (const part of [detector, local]) if (part) opened.push(part);
    speechModels = local && detector ? { recognizer: local, detector } : { recognizer: undefined, detector };
  }
  await refresh();
  return {
    get speechModels() {
      return speechModels;
    },
    refresh,
    close: async () => {
      await Promise.all(opened.map((part) => part.close()));
    },
  };
}

/**
 * Detects whether the consumer of a conversation speaks: by our own detector, and a model's second opinion where one is installed.
 * Where words can be recognized, short remarks do not interrupt, unless the agent is to stop at them.
 */
export function createVoiceActivity(
  { recognizer, detector }: SpeechModels,
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
