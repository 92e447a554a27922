import { afterEach, describe, expect, test } from 'vitest';
import { Deferred } from '../lib/deferred.ts';
import { silentLogger } from '../lib/logger.ts';
import { CapacityError, type WorkerPoolOptions } from './pool-contract.ts';
import { scriptedLink } from './testing/scripted-link.ts';
import { WatchedPool } from './testing/watched-pool.ts';

const pools: WatchedPool[] = [];
afterEach(() => Promise.all(pools.splice(0).map(({ pool }) => pool.close())));

const heartbeat = (conversationIds: string[]) => ({ type: 'heartbeat', conversationIds, residentBytes: 1 });

async function open(over: Partial<WorkerPoolOptions> = {}): Promise<WatchedPool> {
  const watched = await new WatchedPool().open({ fork: scriptedLink, ...over });
  pools.push(watched);
  return watched;
}

// Tests whose workers are processes that can be killed are in `tests/live/worker-pool.test.ts`.
describe('the worker pool', () => {
  test('passes on every event in order, also to a slow sink that fails, and skips what it cannot parse', async () => {
    const seen: string[] = [];
    const watched = await open({
      onEvent: async (_, event) => {
        if (event.kind !== 'timeline') return;
        if (event.content === '3') throw new Error('no room');
        for (let turn = Number(event.content) % 3; turn > 0; turn--) await new Promise(setImmediate);
        seen.push(event.content);
      },
    });
    await watched.start('c-babbles-chatty');
    await watched.until(() => seen.length === 200);
    const sent = Array.from({ length: 200 }, (_, n) => String(n));
    expect(seen.slice(0, 199)).toEqual(sent.filter((content) => content !== '3'));
    expect(watched.pool.active()).toEqual(['c-babbles-chatty']);
  });

  test('keeps the last place for a refused organization against one that holds places, until it has come', async () => {
    const watched = await open({ workers: 1, conversationsPerWorker: 2 });
    const greedy = { organizationId: 'org_greedy' };
    const end = async (id: string) => {
      watched.pool.stop(id, 'stopped');
      await watched.until(() => watched.endings(id).length === 1);
    };
    await watched.start('g-1', greedy);
    await watched.start('g-2', greedy);
    await expect(watched.start('other')).rejects.toThrow('Every conversation worker is full');
    // With one free place, then with two: an organization that has just started some cannot claim the last place.
    await end('g-1');
    await expect(watched.start('g-3', greedy)).rejects.toThrow('The last free slot is reserved');
    await end('g-2');
    await watched.start('g-4', greedy);
    await expect(watched.start('g-5', greedy)).rejects.toThrow('The last free slot is reserved');
    await watched.start('other');
    await end('other');
    await watched.start('g-6', greedy);
  });

  test('ends a conversation that keeps producing more events than can be stored, without affecting others', async () => {
    const opened = new Deferred();
    const watched = new WatchedPool();
    pools.push(
      await watched.open({
        fork: scriptedLink,
        onEvent: async (id, event) => {
          if (id === 'c-floods') await opened.promise;
          watched.events.set(id, [...(watched.events.get(id) ?? []), event]);
        },
      }),
    );
    await watched.start('c-floods');
    await watched.until(() => !watched.pool.active().includes('c-floods'));
    await watched.start('d');
    await watched.until(() => watched.contents('d').length > 0);
    expect(watched.contents('c-floods')).toEqual([]);
    opened.resolve();
    await watched.until(() => watched.endings('c-floods').length > 0);
    expect(watched.endings('c-floods')).toEqual([
      expect.objectContaining({
        reason: 'avatar_error',
        detail: 'Events occurred faster than they could be stored.',
      }),
    ]);
    expect(watched.contents('c-floods').at(-1)).toContain('not recorded');
  });

  test('reports an end once, whatever the worker says after it', async () => {
    const watched = await open();
    await watched.start('c-ends');
    await watched.start('d');
    await watched.until(() => watched.contents('d').length > 0);
    expect(watched.endings('c-ends')).toEqual([expect.objectContaining({ reason: 'idle' })]);
    expect(watched.pool.active()).toEqual(['d']);
  });

  test('measures the load of conversations, sends fewer pictures, and offers the remaining places', async () => {
    const watched = await open({
      conversationsPerWorker: 8,
      measurePlaces: true,
      frames: { fps: 25, idleFps: 12.5, minFps: 12 },
      processors: { read: () => ({ cores: 2, idleCores: 0 }) },
    });
    expect(watched.pool.stats()).toMatchObject({ capacity: 16, picturesPerSecond: 25, refused: 0 });
    await watched.start('a-heavy');
    await watched.until(() => watched.contents('a-heavy').includes('12 fps, 0.75'));
    expect(watched.contents('a-heavy').slice(1)).toEqual(['15 fps, 1', '12 fps, 0.75']);
    // Its frames are late even at the lowest frame rate.
    await watched.until(() => watched.pool.stats().capacity === 1);
    await expect(watched.start('b')).rejects.toThrow('Every conversation worker is full');
    expect(watched.pool.stats().refused).toBe(1);
  });

  test('accepts a failed search as an answer', async () => {
    const watched = await open({
      searchKnowledge: () => Promise.reject(new Error('password=secret')),
    });
    await watched.start('c-asks');
    await watched.until(() => watched.contents('c-asks').length === 2);
    expect(watched.contents('c-asks')).toContain('the knowledge base could not be searched');
  });

  test('a worn worker keeps its conversations, takes no new ones once another is ready, and exits after the last', async () => {
    const limits = { conversations: 1, residentBytes: 2 ** 40 };
    const watched = await open({ workers: 1, wear: limits });
    const places = () => watched.pool.stats().workers;
    const worn = places()[0]!.pid;
    await watched.start('c-1');
    await watched.until(() => places().filter(({ ready }) => ready).length === 2);
    expect(places().find(({ pid }) => pid === worn)).toMatchObject({ worn: true, conversations: 1 });
    await watched.start('c-2');
    await watched.until(() => watched.contents('c-2').length > 0);
    expect(watched.contents('c-2')[0]).not.toBe(`in ${worn}`);
    // Each conversation wears out its worker; the machine still takes no more than its single worker could.
    await expect(watched.start('c-3')).rejects.toThrow(CapacityError);
    expect(watched.endings('c-1')).toEqual([]);
    watched.pool.stop('c-1', 'stopped');
    await watched.until(
      () => watched.endings('c-1').length === 1 && !places().some(({ pid }) => pid === worn),
    );
    expect(watched.endings('c-1')[0]).toMatchObject({ reason: 'stopped' });
    expect(watched.pool.stats().replaced).toBe(1);
    expect(watched.endings('c-2')).toEqual([]);
  });

  test('replaces a worker that uses too much memory', async () => {
    const watched = await open({ wear: { conversations: 100, residentBytes: 2 ** 30 } });
    const fat = watched.pool.stats().workers[0]!.pid;
    await watched.start('c-fat-ends');
    await watched.until(() => !watched.pool.stats().workers.some(({ pid }) => pid === fat));
    expect(watched.pool.stats().replaced).toBe(1);
    await watched.start('c-next');
  });

  test('keeps a worn worker running without a replacement', async () => {
    const watched = await open({ workers: 1, wear: { conversations: 1, residentBytes: 2 ** 40 } });
    await watched.start('c-ends');
    await watched.start('c-ends-again');
    await watched.until(() => watched.endings('c-ends-again').length === 1);
    await watched.until(() => watched.pool.stats().replaced === 1);
  });

  test('dismisses remote workers at once or after their last conversation, and one only if there is another', async () => {
    const watched = await open({ workers: 0 });
    const guests = () =>
      watched.pool.stats().workers.filter(({ ready, leaving }) => ready && !leaving).length;
    for (const _ of [1, 2]) watched.pool.addRemoteWorker(scriptedLink(), 2);
    await watched.until(() => guests() === 2);
    await watched.start('c-1');
    expect(watched.pool.releaseOne()).toBe(true);
    await watched.until(() => watched.pool.stats().workers.length === 1);
    expect(watched.pool.releaseOne()).toBe(false);

    watched.pool.release();
    await expect(watched.start('c-2')).rejects.toThrow(CapacityError);
    expect(watched.endings('c-1')).toEqual([]);
    watched.pool.stop('c-1', 'stopped');
    await watched.until(() => watched.pool.stats().workers.length === 0);
    expect(watched.endings('c-1')).toMatchObject([{ reason: 'stopped' }]);
  });

  test.each<[what: string, report: unknown]>([
    ['nonsense', { type: 'nonsense' }],
    ['no object', [[[]]]],
    ['conversations without end', heartbeat(Array.from({ length: 70_000 }, () => 'c'))],
    ['a name without end', heartbeat(['c'.repeat(1_000_000)])],
    ['a time that is none', { type: 'event', conversationId: 'c', event: { kind: 'joined', at: 1e300 } }],
  ])('a remote worker that sends %s is disconnected, with one line in the log', async (_, report) => {
    const lines: string[] = [];
    const watched = await open({
      log: { ...silentLogger, error: (_fields, message) => void lines.push(message) },
    });
    let say: (message: unknown) => void = () => undefined;
    let reportGone: (why: string) => void = () => undefined;
    watched.pool.addRemoteWorker(
      {
        name: 'theirs',
        send: () => undefined,
        kill: () => reportGone('its connection was closed'),
        onMessage: (handler) => {
          say = handler;
        },
        onGone: (handler) => {
          reportGone = handler;
        },
      },
      4,
    );
    say({ type: 'ready', pid: 1 });
    expect(watched.pool.stats().workers).toHaveLength(2);
    say(report);
    expect(watched.pool.stats().workers).toHaveLength(1);
    expect(lines).toEqual(['a worker stopped unexpectedly; its conversations ended']);
    await watched.start('c-1');
  });
});
