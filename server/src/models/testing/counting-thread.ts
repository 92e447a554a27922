import { workerData } from 'node:worker_threads';
import { RuntimeMissing } from '../runtime/onnx-runtime.ts';
import { serveJobs } from '../runtime/serve-jobs.ts';

export type CountingJob = number | 'fail' | 'die' | 'hang' | 'runtime' | 'until dropped';

let done = 0;

/** Answers a number with itself, the data it was started with, and the count of its answers. */
serveJobs<CountingJob, [job: number, data: unknown, done: number]>(async (job, signal) => {
  if (job === 'fail') throw new Error('this one cannot be done');
  if (job === 'runtime') throw new RuntimeMissing('no runtime');
  if (job === 'die') process.exit(1);
  if (job === 'hang') await new Promise(() => undefined);
  if (job === 'until dropped') await new Promise((resolve) => signal.addEventListener('abort', resolve));
  return { result: [job as number, workerData, ++done] };
});
