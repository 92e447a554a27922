import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { startEmbeddedRooms } from '../support/embedded-room-server.ts';

/** Half of what 100 rooms keep in which an RPC method is left registered. */
const ALLOWED_MB = 25;

// Elsewhere the native part of rtc-node is older, and keeps a piece of every room.
const mended = process.platform === 'linux' && process.arch === 'x64';

test.skipIf(!mended)(
  'a hundred rooms that were left leave nothing in the memory',
  async () => {
    const rooms = await startEmbeddedRooms();
    const visitor = fork(new URL('../support/visiting-process.js', import.meta.url), {
      // As set for workers; without it, free memory is spread over many heaps.
      env: { ...process.env, MALLOC_ARENA_MAX: '2' },
    });
    const gone = once(visitor, 'exit').then(([code]) => {
      throw new Error(`the process that goes into the rooms ended (${String(code)})`);
    });
    gone.catch(() => undefined);
    const residentMbAfter = async (name: string, count: number) => {
      visitor.send({ target: rooms.target, rooms: Array.from({ length: count }, (_, n) => `${name}-${n}`) });
      const [residentMb] = (await Promise.race([once(visitor, 'message'), gone])) as [number];
      return residentMb;
    };
    try {
      const before = await residentMbAfter('first', 40);
      let after = before;
      // Several rounds, so that garbage that waits for its collection does not count as kept.
      for (const name of ['a', 'b', 'c', 'd', 'e']) after = await residentMbAfter(name, 20);
      expect(after - before).toBeLessThan(ALLOWED_MB);
    } finally {
      visitor.kill();
      await rooms.close();
    }
  },
  180_000,
);
