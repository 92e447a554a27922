import { expect, test, vi } from 'vitest';
import { Deferred } from '../../lib/deferred.ts';
import { silentLogger } from '../../lib/logger.ts';
import { NativeRoom } from './native-room.ts';

/** rtc-node keeps a room and its tracks in memory as long as a method is registered. */
test('methods are unregistered and tracks unpublished before a room is left', async () => {
  const done: string[] = [];
  const room = {
    connectionState: 1,
    localParticipant: {
      trackPublications: new Map([['TR_1', {}]]),
      unregisterRpcMethod: (method: string) => done.push(`unregistered ${method}`),
      unpublishTrack: async (sid: string) => done.push(`unpublished ${sid}`),
    },
    disconnect: async () => done.push('left'),
    removeAllListeners: () => done.push('listened to no more'),
  };
  await new NativeRoom(silentLogger, room as unknown as NativeRoom['room']).leave(['visavis.interrupt']);
  expect(done).toEqual(['unregistered visavis.interrupt', 'unpublished TR_1', 'left', 'listened to no more']);
});

test('a room that is left while it connects is disconnected afterwards, and nothing is published in it', async () => {
  const connecting = new Deferred();
  const disconnect = vi.fn(async () => undefined);
  const room = { connect: () => connecting.promise, disconnect, removeAllListeners: () => undefined };
  const native = new NativeRoom(silentLogger, room as unknown as NativeRoom['room']);
  const entered = native.enter('ws://room', 'token').then(
    () => 'entered',
    () => 'refused',
  );
  const left = native.leave([]);
  await new Promise(setImmediate);
  expect(disconnect).not.toHaveBeenCalled();
  connecting.resolve();
  await left;
  expect(disconnect).toHaveBeenCalledOnce();
  expect(await entered).toBe('refused');
});
