import { afterEach, describe, expect, test } from 'vitest';
import { closeScriptedPools, openPoolThatFails, openScriptedPool } from '../support/scripted-pool.ts';

afterEach(closeScriptedPools);

const FULL = { name: 'CapacityError' };

// Tests that need no worker process are in `server/src/dispatch/worker-pool.test.ts`.
describe('the worker pool', () => {
  test('fails a tool call whose worker dies', async () => {
    let stopped = false;
    const watched = await openScriptedPool({
      callTool: (_conversation, _request, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            stopped = true;
            reject(signal.reason);
          });
          const home = watched.pool.stats().workers.find(({ conversations }) => conversations > 0);
          process.kill(home!.pid!, 'SIGKILL');
        }),
    });
    await watched.start('c-calls');
    await watched.until(() => stopped);
  });

  test('ends everything that its workers did not end when it is closed', async () => {
    const watched = await openScriptedPool();
    await watched.start('a-deaf');
    const pids = watched.pool.stats().workers.map(({ pid }) => pid!);
    await watched.pool.close();
    expect(watched.endings('a-deaf')).toEqual([expect.objectContaining({ reason: 'shutdown' })]);
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    await expect(watched.start('b')).rejects.toMatchObject(FULL);
  });

  test('reports a worker program that does not start as an error, without hanging', () =>
    expect(openPoolThatFails()).rejects.toThrow('does not start'));

  test('ends a cancelled start at once, with its process', async () => {
    const abort = new AbortController();
    const starting = openScriptedPool({ signal: abort.signal });
    abort.abort();
    await expect(starting).rejects.toThrow(/does not start/);
    await expect(openScriptedPool({ signal: abort.signal })).rejects.toThrow(/abort/);
  });

  test("runs conversations in a caller's room only beside those of the same organization, so a crash ends no others", async () => {
    const watched = await openScriptedPool({ workers: 1, conversationsPerWorker: 6 });
    const room = { name: 'room', url: 'ws://127.0.0.1:1', token: 'token', avatarIdentity: 'avatar' };
    const outside = { room: { ...room, host: { privateAddresses: false } } };
    const [a, b] = [{ organizationId: 'org_a' }, { organizationId: 'org_b' }];
    await watched.start('c-b', b);
    await watched.start('c-a-outside', { ...a, ...outside });
    await watched.start('c-b-outside', { ...b, ...outside });
    await watched.start('c-a-outside-too', { ...a, ...outside });
    await watched.start('c-other', { organizationId: 'org_c' });
    const [other, theirs, too, ours] = await Promise.all(
      ['c-other', 'c-a-outside', 'c-a-outside-too', 'c-b'].map((id) => watched.homeOf(id)),
    );
    expect(theirs).toBe(too);
    expect([other, ours]).not.toContain(theirs);
    process.kill(Number(theirs!.replace('in ', '')), 'SIGKILL');
    await watched.until(() => watched.endings('c-a-outside-too').length === 1);
    expect(watched.endings('c-a-outside')).toMatchObject([{ reason: 'crashed' }]);
    expect(watched.pool.active().sort()).toEqual(['c-b', 'c-b-outside', 'c-other']);
    // The limit applies to all conversations of the machine, no matter how many processes it runs.
    for (const id of ['c-1', 'c-2', 'c-3']) await watched.start(id, b);
    await expect(watched.start('c-4', { ...a, ...outside })).rejects.toMatchObject(FULL);
  });

  test('reports a conversation as alive while its worker starts', async () => {
    const watched = await openScriptedPool({ conversationsPerWorker: 1 });
    await watched.start('c-1');
    const starting = watched.pool.stats().workers.find(({ ready }) => !ready)!.pid!;
    process.kill(starting, 'SIGSTOP');
    const second = watched.start('c-2');
    await watched.until(() => watched.alive.filter((id) => id === 'c-2').length === 2);
    expect(watched.contents('c-2')).toEqual([]);
    process.kill(starting, 'SIGCONT');
    await second;
    await watched.until(() => watched.contents('c-2').length > 0);
  });

  test('gives a conversation whose worker dies before it is ready another worker', async () => {
    const watched = await openScriptedPool({ conversationsPerWorker: 1 });
    await watched.start('c-1');
    const starting = watched.pool.stats().workers.find(({ ready }) => !ready)!.pid!;
    const second = watched.start('c-2');
    process.kill(starting, 'SIGKILL');
    await second;
    await watched.until(() => watched.contents('c-2').length > 0);
    expect(watched.contents('c-2')[0]).not.toBe(`in ${starting}`);
    expect(watched.endings('c-2')).toEqual([]);
  });
});
