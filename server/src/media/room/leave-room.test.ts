import { expect, test } from 'vitest';
import { leaveRoom } from './leave-room.ts';

/** rtc-node keeps all of a room in which a method stays registered, and its tracks. */
test('before a room is left its methods are unregistered and its tracks taken back', async () => {
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
  await leaveRoom(room as unknown as Parameters<typeof leaveRoom>[0], ['visavis.interrupt']);
  expect(done).toEqual(['unregistered visavis.interrupt', 'unpublished TR_1', 'left', 'listened to no more']);
});
