import { CATALOGUE } from '../models/catalogue/catalogue.ts';
import { type ModelThread, startModelThread } from '../models/runtime/model-thread.ts';
import { type InstalledModel, ModelFolder } from '../models/store/model-folder.ts';
import type { Ears, Heard, HearingOptions } from './ears.ts';
import type { EarsJob } from './ears-messages.ts';

/** Somebody waits for the answer of each: more than a few at once come too late for all. */
const MAX_WAITING = 12;
const PRIORITY = { turn: 2, transcribe: 1, warm: 0 };

/** What there is to hear with: the models that are installed. */
export interface EarsFound {
  ears: InstalledModel | undefined;
  turns: InstalledModel | undefined;
}

/**
 * Which models a data directory has for hearing. Of several that transcribe, the one called `wanted`, else a model of the
 * operator's own, else the most exact of the catalogue.
 */
export async function findEars(dataDir: string, wanted?: string): Promise<EarsFound> {
  const folder = new ModelFolder(dataDir);
  const turns = await folder.locate('turns');
  const all = await folder.installed('ears');
  const rank = ({ manifest }: InstalledModel) => {
    const at = CATALOGUE.findIndex(({ name }) => name === manifest.name);
    return at < 0 ? Number.POSITIVE_INFINITY : at;
  };
  all.sort((one, other) => rank(other) - rank(one));
  const ears = wanted === undefined ? all[0] : all.find(({ manifest }) => manifest.name === wanted);
  return { ears, turns };
}

/** Ears in a thread of their own, which loads its models with the first job. */
export interface LocalEars extends Ears {
  close(): Promise<void>;
}

export function startEars(dataDir: string, ears: InstalledModel, turns: InstalledModel): LocalEars {
  const data = { modelsFolder: new ModelFolder(dataDir).path, ears, turns };
  const entry = new URL('./ears-thread.js', import.meta.url);
  const thread: ModelThread<EarsJob, unknown> = startModelThread({
    entry,
    data,
    name: 'the ears',
    maxWaiting: MAX_WAITING,
  });
  const run = (job: EarsJob, { signal, priority }: HearingOptions) =>
    thread.run(job, { priority: priority ?? PRIORITY[job.kind], ...(signal && { signal }) });
  let warming: Promise<void> | undefined;
  return {
    model: ears.manifest.name,
    transcribe: async (samples, options = {}) =>
      (await run({ kind: 'transcribe', samples, language: options.language }, options)) as Heard,
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
