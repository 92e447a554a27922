import { allInOrder } from '../lib/all-in-order.ts';
import { CATALOGUE } from '../models/catalogue/catalogue.ts';
import { type ModelThread, type StartThread, startModelThread } from '../models/runtime/model-thread.ts';
import { type InstalledModel, ModelFolder } from '../models/store/model-folder.ts';
import type { RecognitionOptions, SpeechRecognizer, Transcription } from './recognizer.ts';
import type { RecognizerJob, RecognizerThreadData, TurnJob, TurnsThreadData } from './thread-messages.ts';

/** A consumer waits for each answer: with more jobs than this, all answers would come too late. */
const MAX_WAITING = 12;
const PRIORITY = { transcribe: 1, warm: 0 };

export interface SpeechModels {
  recognizer: InstalledModel | undefined;
  turns: InstalledModel | undefined;
}

/**
 * Finds the models in a data directory. Of several that transcribe it takes the one called `wanted`, else a model of the
 * operator's own, else the most exact of the catalogue.
 */
export async function findSpeechModels(dataDir: string, wanted?: string): Promise<SpeechModels> {
  const folder = new ModelFolder(dataDir);
  const turns = await folder.locate('turns');
  const all = await folder.installed('speech-recognition');
  const rank = ({ manifest }: InstalledModel) => {
    const at = CATALOGUE.findIndex(({ name }) => name === manifest.name);
    return at < 0 ? Number.POSITIVE_INFINITY : at;
  };
  all.sort((one, other) => rank(other) - rank(one));
  const recognizer = wanted === undefined ? all[0] : all.find(({ manifest }) => manifest.name === wanted);
  return { recognizer, turns };
}

/** A recognizer in threads of its own, which load their models with the first job. */
export interface LocalRecognizer extends SpeechRecognizer {
  /** How likely it is, 0 to 1, that the speaker has finished the turn that these samples end with. */
  turnIsOver(samples: Float32Array, options?: Pick<RecognitionOptions, 'signal'>): Promise<number>;
  close(): Promise<void>;
}

export function startRecognizer(
  dataDir: string,
  recognizer: InstalledModel,
  turns: InstalledModel,
  startThread: StartThread = startModelThread,
): LocalRecognizer {
  const modelsFolder = new ModelFolder(dataDir).path;
  const words: ModelThread<RecognizerJob, Transcription> = startThread({
    entry: new URL('./recognizer-thread.js', import.meta.url),
    data: { modelsFolder, recognizer } satisfies RecognizerThreadData,
    name: 'speech recognition',
    maxWaiting: MAX_WAITING,
  });
  // A thread apart, so that the question whether the turn is over does not wait for a transcription.
  const ends: ModelThread<TurnJob, number> = startThread({
    entry: new URL('./turn-thread.js', import.meta.url),
    data: { modelsFolder, turns } satisfies TurnsThreadData,
    name: 'the judge of turns',
    maxWaiting: MAX_WAITING,
  });
  const warmUp = () =>
    allInOrder([
      words.run({ kind: 'warm' }, { priority: PRIORITY.warm }),
      ends.run({ samples: new Float32Array(0) }),
    ]);
  let warming: Promise<void> | undefined;
  return {
    model: recognizer.manifest.name,
    isLocal: true,
    transcribe: (samples, { language, signal, priority = PRIORITY.transcribe } = {}) =>
      words.run({ kind: 'transcribe', samples, language }, { priority, ...(signal && { signal }) }),
    turnIsOver: (samples, { signal } = {}) => ends.run({ samples }, { ...(signal && { signal }) }),
    warm: () => {
      warming ??= warmUp().then(
        () => undefined,
        (error: unknown) => {
          warming = undefined;
          throw error;
        },
      );
      return warming;
    },
    close: async () => {
      await Promise.all([words.close(), ends.close()]);
    },
  };
}
