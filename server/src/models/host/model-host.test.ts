import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../../lib/logger.ts';
import { type ModelThread, ThreadBusy, ThreadLost } from '../runtime/model-thread.ts';
import { RuntimeMissing } from '../runtime/onnx-runtime.ts';
import type { CountingJob } from '../testing/counting-thread.ts';
import { ModelHostThreads } from './model-host-threads.ts';
import { type ModelHost, superviseHost } from './supervise-model-host.ts';

type Answer = [job: number, data: unknown, done: number];

let host: ModelHost & { path: string };
let processes: ModelHostThreads[];
beforeEach(async () => {
  host = (await superviseHost({ isNeeded: async () => true, log: silentLogger })) as typeof host;
  processes = [];
});
afterEach(async () => {
  for (const each of processes) await each.close();
  await host.close();
});

/** Starts a thread as a worker process does; each has a connection of its own. */
function start(
  options: { maxWaiting?: number; jobTimeoutMs?: number; data?: unknown } = {},
): ModelThread<CountingJob, Answer> {
  const threads = new ModelHostThreads(host.path);
  processes.push(threads);
  const entry = new URL('../testing/counting-thread.js', import.meta.url);
  return threads.startThread({ entry, data: 'given', name: 'the counter', ...options });
}

const pidsOfHost = () =>
  execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(host.path))
    .map((line) => Number(line.trim().split(' ')[0]));

describe('the model host', () => {
  it('uses one thread for all processes with the same request, and another for different data', async () => {
    expect(await start().run(1)).toEqual([1, 'given', 1]);
    expect(await start().run(2)).toEqual([2, 'given', 2]);
    expect(await start({ data: 'other' }).run(3)).toEqual([3, 'other', 1]);
  });

  it('answers like a thread of the process itself', async () => {
    const counter = start({ maxWaiting: 2 });
    await expect(counter.run('fail')).rejects.toThrow('this one cannot be done');
    await expect(counter.run('runtime')).rejects.toThrow(RuntimeMissing);
    const dropped = new AbortController();
    const gone = counter.run('until dropped', { signal: dropped.signal });
    const [first, second, third] = [1, 2, 3].map((job) => counter.run(job));
    await expect(third).rejects.toThrow(ThreadBusy);
    dropped.abort();
    await expect(gone).rejects.toMatchObject({ name: 'AbortError' });
    expect(await Promise.all([first, second])).toEqual([
      [1, 'given', 2],
      [2, 'given', 3],
    ]);
    expect(counter.load).toBe(0);
    await expect(start({ data: 'other', jobTimeoutMs: 20 }).run('hang')).rejects.toThrow(ThreadLost);
  });

  it('restarts when it dies; open requests are lost, later ones are answered', async () => {
    const counter = start();
    await counter.run(1);
    const lost = expect(counter.run('hang')).rejects.toThrow(ThreadLost);
    const [pid] = pidsOfHost();
    process.kill(pid!, 'SIGKILL');
    await lost;
    expect(await counter.run(2)).toEqual([2, 'given', 1]);
    expect(host.stats().restarts).toBe(1);
  });

  it('runs only modules of the program, and leaves no process behind', async () => {
    const threads = new ModelHostThreads(host.path);
    processes.push(threads);
    const counter = threads.startThread({ entry: new URL('file:///tmp/other.js'), name: 'the stranger' });
    await expect(counter.run(1)).rejects.toThrow('not part of this program');
    await host.close();
    expect(pidsOfHost()).toEqual([]);
  });
});
