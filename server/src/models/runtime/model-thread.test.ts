import { afterEach, describe, expect, it } from 'vitest';
import type { CountingJob } from '../testing/counting-thread.ts';
import { type ModelThread, type ModelThreadOptions, startModelThread } from './model-thread.ts';

type Answer = [job: number, data: unknown, done: number];

let thread: ModelThread<CountingJob, Answer> | undefined;

function start(options: Partial<ModelThreadOptions> = {}): ModelThread<CountingJob, Answer> {
  const entry = new URL('../testing/counting-thread.js', import.meta.url);
  thread = startModelThread({ entry, data: 'given', name: 'the counter', ...options });
  return thread;
}

afterEach(async () => thread?.close());

describe('a model thread', () => {
  it('runs jobs by priority, the first at once', async () => {
    const counter = start();
    const order: number[] = [];
    const run = (job: number, priority: number) =>
      counter.run(job, { priority }).then(([answer]) => order.push(answer));
    await Promise.all([run(1, 0), run(2, 0), run(3, 5), run(4, 1)]);
    // All of them wait for the thread to start, so even the first has no head start.
    expect(order).toEqual([3, 4, 1, 2]);
    expect(counter.load).toBe(0);
  });

  it('ends a running job whose signal fires, so that the next one need not wait', async () => {
    const counter = start();
    await counter.run(1);
    const dropped = new AbortController();
    const endless = counter.run('until dropped', { signal: dropped.signal });
    const next = counter.run(2);
    dropped.abort();
    await expect(endless).rejects.toMatchObject({ name: 'AbortError' });
    await expect(next).resolves.toEqual([2, 'given', 3]);
  });

  it('is replaced when it dies or hangs, and given up after repeated deaths', async () => {
    const counter = start();
    await expect(counter.run('die')).rejects.toThrow('the counter was lost');
    await expect(counter.run(1)).resolves.toEqual([1, 'given', 1]);
    for (let death = 1; death <= 3; death++)
      await expect(counter.run('die')).rejects.toThrow('the counter was lost');
    await expect(counter.run(1)).rejects.toThrow('the counter crashed too often');
    await counter.close();
    // Only this job has such a short timeout: on a busy machine, others could exceed it as well.
    await expect(start({ jobTimeoutMs: 20 }).run('hang')).rejects.toThrow('the counter was lost');
  });

  it('rejects what is left when it is closed', async () => {
    const counter = start();
    const job = counter.run(1);
    const outcome = expect(job).rejects.toThrow('the counter is closed');
    await counter.close();
    await outcome;
    await expect(counter.run(2)).rejects.toThrow('the counter is closed');
  });
});
