import { type ModelThread, type StartThread, startModelThread } from '../models/runtime/model-thread.ts';
import { type InstalledModel, ModelFolder } from '../models/store/model-folder.ts';
import type { SpeechRecognizer, Transcription } from './recognizer.ts';
import { MAX_WAITING, type RecognizerJob, type RecognizerThreadData } from './thread-messages.ts';

const PRIORITY = { transcribe: 1, warm: 0 };

export interface SpeechModels {
  recognizer: InstalledModel | undefined;
  turns: InstalledModel | undefined;
}

/** Finds the models in a data directory. @param wanted the name of the one that transcribes */
export async function findSpeechModels(dataDir: string, wanted?: string): Promise<SpeechModels> {
  const folder = new ModelFolder(dataDir);
  return {
    recognizer: await folder.best('speech-recognition', wanted),
    turns: await folder.locate('turns'),
  };
}

/** A recognizer in its own thread, which loads its model with the first job. */
export interface LocalRecognizer extends SpeechRecognizer {
  close(): Promise<void>;
}

export function startRecognizer(
  dataDir: string,
  recognizer: InstalledModel,
  startThread: StartThread = startModelThread,
): LocalRecognizer {
  const modelsFolder = new ModelFolder(dataDir).path;
  const words: ModelThread<RecognizerJob, Transcription> = startThread({
    entry: new URL('./recognizer-thread.js', import.meta.url),
    data: { modelsFolder, recognizer } satisfies RecognizerThreadData,
    name: 'speech recognition',
    maxWaiting: MAX_WAITING,
  });
  let warming: Promise<void> | undefined;
  return {
    model: recognizer.manifest.name,
    isLocal: true,
    transcribe: (samples, { language, signal, priority = PRIORITY.transcribe } = {}) =>
      words.run({ kind: 'transcribe', samples, language }, { priority, ...(signal && { signal }) }),
    warm: () => {
      warming ??= words.run({ kind: 'warm' }, { priority: PRIORITY.warm }).then(
        () => undefined,
        (error: unknown) => {
          warming = undefined;
          throw error;
        },
      );
      return warming;
    },
    close: () => words.close(),
  };
}
