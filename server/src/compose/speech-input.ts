import type { EnginePlan } from '@visavis/contracts';
import { MICROPHONE_RATE } from '../audio/sample-rates.ts';
import { VoiceActivityDetector } from '../audio/voice-activity.ts';
import type { Config } from '../config.ts';
import type { Logger } from '../lib/logger.ts';
import type { Ears } from '../media/hearing/ears.ts';
import { PAUSE_MS } from '../media/hearing/speech-evidence.ts';
import type { StartThread } from '../models/runtime/model-thread.ts';
import type { SpeechDetector, SpeechRecognizer } from '../speech-recognition/recognizer.ts';
import {
  findSpeechModels,
  type LocalRecognizer,
  startRecognizer,
} from '../speech-recognition/start-recognizer.ts';
import { startSpeechDetector } from '../speech-recognition/start-speech-detector.ts';

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
        { event: 'model.not_installed', model: models.speechRecognition },
        'the model that VISAVIS_SPEECH_RECOGNITION_MODEL names is not installed',
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

/** What a conversation with this engine, or with an agent of the caller's, hears with. */
export function openEars(
  { recognizer: local, detector: model }: SpeechModels,
  recognizer: SpeechRecognizer | undefined,
  engine: Pick<EnginePlan, 'stopsOnBackchannel' | 'language' | 'turnTaking'> | undefined,
  log: Logger,
): Ears {
  return {
    openDetector: () => new VoiceActivityDetector(MICROPHONE_RATE, { hangoverMs: PAUSE_MS }),
    model,
    recognizer,
    turnTaking: engine?.turnTaking,
    ...(local && { turnIsOver: (samples, options) => local.turnIsOver(samples, options) }),
    ...(!engine?.stopsOnBackchannel && { remarks: { recognizer: local, language: engine?.language } }),
    onModelLost: (reason) =>
      log.warn(
        { event: 'hearing.detector_failed', reason },
        'the model that detects speech failed; loudness alone decides now',
      ),
  };
}
