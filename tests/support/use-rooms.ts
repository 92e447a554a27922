import { afterEach, beforeEach } from 'vitest';
import { type EmbeddedRooms, startEmbeddedRooms } from './embedded-room-server.ts';
import { RawSignalClient } from './raw-signal-client.ts';
import { mintToken } from './room-target.ts';
import { useStarted } from './use-service.ts';

/** Returns room servers and participants for a file's tests. Must be called where they are declared: it adds hooks. */
export function useRooms() {
  const opened: { close(): Promise<void> }[] = [];
  let tests = 0;
  /** Shared by the tests that only join rooms. */
  const shared = useStarted(startEmbeddedRooms, (rooms) => rooms.close());
  beforeEach(() => {
    tests += 1;
  });
  afterEach(async () => {
    for (const resource of opened.splice(0).reverse()) await resource.close();
  });

  /** Closes a resource after the test. */
  const keep = <T extends { close(): Promise<void> }>(resource: T): T => {
    opened.push(resource);
    return resource;
  };
  const room = () => `room-${tests}`;
  return {
    shared,
    keep,
    /** Each test has its own room. */
    room,
    start: async (options: Parameters<typeof startEmbeddedRooms>[0] = {}) =>
      keep(await startEmbeddedRooms(options)),
    joinRaw: async ({ target }: EmbeddedRooms, identity: string, inRoom = room(), query = '') =>
      keep(await RawSignalClient.connect(target.url, await mintToken(target, inRoom, identity), query)),
  };
}
