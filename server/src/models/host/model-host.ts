/** Process entry point of the model host: runs models for all processes of this machine, each model once. */
import { createServer, type Socket } from 'node:net';
import { type ModelThread, startModelThread } from '../runtime/model-thread.ts';
import { readFrames, sendFrame } from './framed-socket.ts';
import type { HostJob, HostReply, HostReport, HostRequest, ModelHostThread } from './host-messages.ts';

/** The folder of this program. Only its modules are run. */
const PROGRAM_FOLDER = new URL('../../', import.meta.url).href;
const REPORT_MS = 2000;
/** A thread whose models were replaced by newer ones is closed after this long without a job. */
const SUPERSEDED_MS = 60_000;

interface RunningThread {
  entry: string;
  thread: ModelThread<unknown, unknown>;
  usedAt: number;
}

const threads = new Map<string, RunningThread>();

function threadFor({ entry, data, ...options }: ModelHostThread): RunningThread {
  const key = JSON.stringify([entry, data]);
  const known = threads.get(key);
  if (known) return known;
  if (!entry.startsWith(PROGRAM_FOLDER)) throw new Error('the module is not part of this program');
  const thread = startModelThread<unknown, unknown>({ entry: new URL(entry), data, ...options });
  const started = { entry, thread, usedAt: performance.now() };
  threads.set(key, started);
  return started;
}

function serve(socket: Socket): void {
  const opened = new Map<number, ModelHostThread>();
  const running = new Map<number, AbortController>();
  const send = (reply: HostReply) => sendFrame(socket, reply);

  async function run({ thread, job, priority }: HostJob, signal: AbortSignal): Promise<unknown> {
    const options = opened.get(thread);
    if (!options) throw new Error('the thread was not opened');
    const running = threadFor(options);
    running.usedAt = performance.now();
    return running.thread.run(job, { priority, signal });
  }

  readFrames(socket, (message) => {
    const request = message as HostRequest;
    if (request.kind === 'open') opened.set(request.thread, request.options);
    else if (request.kind === 'drop') running.get(request.id)?.abort();
    else {
      const { id } = request;
      const dropped = new AbortController();
      running.set(id, dropped);
      run(request, dropped.signal)
        .then(
          (result) => send({ kind: 'done', id, result }),
          ({ message: text, name }: Error) => send({ kind: 'failed', id, message: text, errorName: name }),
        )
        .finally(() => running.delete(id));
    }
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    for (const each of running.values()) each.abort();
  });
}

function closeSuperseded(): void {
  const latest = new Map([...threads].map(([key, { entry }]) => [entry, key]));
  for (const [key, { entry, thread, usedAt }] of threads) {
    if (latest.get(entry) === key || thread.load > 0 || performance.now() - usedAt < SUPERSEDED_MS) continue;
    threads.delete(key);
    void thread.close();
  }
}

// Ctrl-C reaches the whole process group, but the parent decides when this process ends. If the parent dies, its IPC
// channel closes.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit(0));
createServer(serve).listen(process.argv[2]);
setInterval(() => {
  closeSuperseded();
  process.send?.({ residentBytes: process.memoryUsage.rss() } satisfies HostReport);
}, REPORT_MS);
