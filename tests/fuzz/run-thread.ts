import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { LARGEST_INPUT } from './fuzz-target.ts';
import { CurrentInput, type Progress, type ThreadData } from './fuzz-thread.ts';

export type FuzzOptions = Omit<ThreadData, 'current'> & {
  onProgress?: (progress: Progress) => void;
};

/** A parser that takes longer for one input counts as hanging. */
const HANGS_MS = 60_000;
const LOOKS_PER_HANG = 4;
/** How often an input that hung is read again, because the machine may have been busy. */
const REPEATS = 3;
const MAX_MEGABYTES = 512;

/** Fuzzes one parser in a separate thread. If the thread crashes or hangs, that is a find, too. */
export async function runThread(options: FuzzOptions): Promise<Progress> {
  const { onProgress, ...data } = options;
  const current = new SharedArrayBuffer(8 + LARGEST_INPUT);
  const shown = new CurrentInput(current);
  shown.set(undefined);
  const worker = new Worker(new URL('fuzz-thread.js', import.meta.url), {
    workerData: { ...data, current } satisfies ThreadData,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
  });
  let last: Progress = { runs: 0, blocks: 0, corpus: 0, finds: [], added: [], isOver: false };
  worker.on('message', (progress: Progress) => {
    const finds = progress.finds.map((find) => ({ ...find, input: Buffer.from(find.input) }));
    last = { ...progress, finds };
    onProgress?.(last);
    // Timers or handles that the parser left behind would keep the thread running.
    if (progress.isOver) void worker.terminate();
  });
  let failure: Error | undefined;
  worker.on('error', (error) => {
    failure = error;
  });
  let looks = { count: 0, same: 0 };
  let hungWith: Buffer | undefined;
  const watching = setInterval(() => {
    const { count } = shown;
    looks = { count, same: count === looks.count && shown.get() ? looks.same + 1 : 0 };
    if (looks.same <= LOOKS_PER_HANG) return;
    hungWith = shown.get();
    void worker.terminate();
  }, HANGS_MS / LOOKS_PER_HANG);
  await once(worker, 'exit');
  clearInterval(watching);
  if (hungWith && (data.input || (await hangsAgain(options, hungWith))))
    return withFind(last, { kind: 'hangs', what: `longer than ${HANGS_MS} ms`, input: hungWith });
  if (failure)
    return withFind(last, {
      kind: 'throws',
      what: failure.stack ?? failure.message,
      input: shown.get() ?? Buffer.alloc(0),
    });
  return last;
}

async function hangsAgain(options: FuzzOptions, input: Buffer): Promise<boolean> {
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    const { finds } = await runThread({ ...options, input });
    if (!finds.some(({ kind }) => kind === 'hangs')) return false;
  }
  return true;
}

const withFind = (progress: Progress, find: Progress['finds'][number]): Progress => ({
  ...progress,
  finds: [...progress.finds, find],
  isOver: true,
});
