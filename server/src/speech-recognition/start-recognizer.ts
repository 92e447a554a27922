import { CATALOGUE } from '../models/catalogue/catalogue.ts';
import { type ModelThread, type StartThread, startModelThread } from '../models/runtime/model-thread.ts';
import { type InstalledModel, ModelFolder } from '../models/store/model-folder.ts';
import type { RecognitionOptions, SpeechRecognizer, Transcription } from './recognizer.ts';
import type { RecognizerJob } from './thread-messages.ts';

/** A consumer waits for each answer: with more jobs than this, all answers would come too late. */
const MAX_WAITING = 12;
const PRIORITY = { turn: 2, transcribe: 1, warm: 0 };

/** The models of speech recognition that are installed. */
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

/** A recognizer in a thread of its own, which loads its models with the first job. */
export interface LocalRecognizer extends SpeechRecognizer {
  close(): Promise<void>;
}

export function startRecognizer(
  dataDir: string,
  recognizer: InstalledModel,
  turns: InstalledModel,
  startThread: StartThread = startModelThread,
): LocalRecognizer {
  const data = { modelsFolder: new ModelFolder(dataDir).path, recognizer, turns };
  const entry = new URL('./recognizer-thread.js', import.meta.url);
  const thread: ModelThread<RecognizerJob, unknown> = startThread({
    entry,
    data,
    name: 'speech recognition',
    maxWaiting: MAX_WAITING,
  });
  const run = (job: RecognizerJob, { signal, priority }: RecognitionOptions) =>
    thread.run(job, { priority: priority ?? PRIORITY[job.kind], ...(signal && { signal }) });
  let warming: Promise<void> | undefined;
  return {
    model: recognizer.manifest.name,
    transcribe: async (samples, options = {}) =>
      (await run({ kind: 'transcribe', samples, language: options.language }, options)) as Transcription,
    turnIsOver: async (samples, options = {}) => (await run({ kind: 'turn', samples }, options)) as number,
    warm: () => {
      warming ??= run({ kind: 'warm' }, {}).then(
        () => undefined,
        (error: unknown) => {
          warming = undefined;
          throw error;
        },
      );
      return warming;
    },
    close: () => thread.close(),
  };
}
