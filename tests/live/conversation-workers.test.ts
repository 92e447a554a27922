import { fork } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { DEADLINE_MS } from '../support/deadlines.ts';
import { WORKER_ENTRY } from '../support/inside.ts';
import { LiveService, type LiveServiceOptions } from '../support/live-service.ts';

let service: LiveService | undefined;
async function start(options: LiveServiceOptions): Promise<LiveService> {
  service = await LiveService.start(options);
  return service;
}
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

describe('conversation workers', () => {
  test('conversations of one worker do not hear each other', async () => {
    const { pool, startConversation } = bound(
      await start({ workers: 1, conversationsPerWorker: 2, tones: true }),
    );
    const [one, two] = [
      await startConversation({ engine: { greeting: 'I am the first one.' } }),
      await startConversation({ engine: { greeting: 'And I am the second.' } }),
    ];
    await Promise.all([one.join(), two.join()]);
    expect(pool.stats().workers.map(({ conversations }) => conversations)).toEqual([2]);
    await one.until('both greetings', () => one.transcript().length + two.transcript().length === 2);
    await one.consumer.until('one', () => one.consumer.agentTexts[0] === 'I am the first one.');
    await two.consumer.until('two', () => two.consumer.agentTexts[0] === 'And I am the second.');
    await expect(startConversation()).rejects.toThrow('full');
    pool.stop(one.id, 'stopped');
    await one.until('the end', () => one.ended !== undefined);
    expect(pool.active()).toEqual([two.id]);
    await startConversation();
    expect(pool.stats().active).toBe(2);
  });

  test('a start on a warm worker needs no new process; closing the pool ends every conversation and process', async () => {
    const running = await start({ workers: 2, conversationsPerWorker: 1, tones: true });
    const { pool, startConversation } = bound(running);
    const warm = pool.stats().workers.map(({ pid }) => pid);
    const conversation = await startConversation();
    const used = pool.stats().workers.find(({ conversations }) => conversations === 1)!;
    expect(warm).toContain(used.pid);
    // Another worker is prepared for the next conversation.
    expect(pool.stats().workers).toHaveLength(2);
    await conversation.join();
    await conversation.consumer.hears(0);
    const pids = pool.stats().workers.map(({ pid }) => pid!);
    await running.stop();
    service = undefined;
    expect(conversation.ended).toMatchObject({ reason: 'shutdown' });
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  test('a worker whose service has died leaves its rooms and exits', async () => {
    const { plan, join, consumer } = await (await start({ workers: 1, tones: true })).prepareConversation();
    const entry = WORKER_ENTRY;
    const worker = fork(entry, { stdio: 'ignore' });
    const exited = once(worker, 'exit');
    await once(worker, 'message');
    worker.send({ type: 'start', plan });
    await join();
    await consumer.hears(0);
    worker.disconnect();
    await exited;
    await consumer.until('the empty room', () => !consumer.room.remoteParticipants.has('avatar'));
  });

  test('a worker whose service dies while the worker is loading exits, too', async () => {
    const entry = WORKER_ENTRY;
    const worker = fork(entry, { stdio: 'ignore' });
    try {
      const exited = once(worker, 'exit', { signal: AbortSignal.timeout(DEADLINE_MS) });
      worker.disconnect();
      await exited;
    } finally {
      worker.kill('SIGKILL');
    }
  });
});

function bound(running: LiveService) {
  return {
    pool: running.pool,
    startConversation: (...over: Parameters<LiveService['startConversation']>) =>
      running.startConversation(...over),
  };
}
