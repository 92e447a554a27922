import { parentPort, type TransferListItem } from 'node:worker_threads';
import { giveWay } from '../../lib/give-way.ts';
import { toError } from '../../lib/to-error.ts';
import type { ThreadReply, ThreadRequest } from './job-messages.ts';

/** The result of a job, and the buffers that are transferred instead of copied. */
export interface JobResult<Result> {
  result: Result;
  transfer?: readonly ArrayBuffer[];
}

/**
 * Turns the calling thread into a model thread, which does jobs at low priority, one after another (see
 * `startModelThread`). The signal fires when nobody waits for the job's result any more; work of several steps should
 * then stop.
 */
export function serveJobs<Job, Result>(
  work: (job: Job, signal: AbortSignal) => Promise<JobResult<Result>>,
): void {
  const port = parentPort!;
  giveWay();
  let last: Promise<void> = Promise.resolve();
  let running: { id: number; dropped: AbortController } | undefined;
  port.on('message', (request: ThreadRequest) => {
    if (request.id === 'stop') process.exit();
    if (request.id === 'drop') {
      if (running?.id === request.job) running.dropped.abort();
      return;
    }
    const { id, job } = request;
    const dropped = new AbortController();
    last = last.then(async () => {
      running = { id, dropped };
      try {
        const { result, transfer = [] } = await work(job as Job, dropped.signal);
        const reply: ThreadReply = { kind: 'done', id, result };
        port.postMessage(reply, transfer as readonly TransferListItem[]);
      } catch (error) {
        const { message, name } = toError(error);
        port.postMessage({ kind: 'failed', id, message, errorName: name } satisfies ThreadReply);
      }
    });
  });
  port.postMessage({ kind: 'ready' } satisfies ThreadReply);
}
