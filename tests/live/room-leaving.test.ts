import type { EventEmitter } from 'node:events';
import { dispose } from '@livekit/rtc-node';
import { expect, test } from 'vitest';
import { startEmbeddedRooms } from '../support/embedded-room-server.ts';
import { enterAsAvatar } from '../support/entered-avatar.ts';
import { roomService } from '../support/room-target.ts';

/** Everything that rtc-node has for the rooms of this process comes through one emitter. */
const listeners = () =>
  (globalThis._ffiClientInstance as EventEmitter | undefined)?.listenerCount('ffi_event') ?? 0;

test('a room that the server closed is listened to no more, once it was left', async () => {
  const rooms = await startEmbeddedRooms();
  try {
    const avatar = await enterAsAvatar(rooms.target, 'closed');
    expect(listeners()).toBeGreaterThan(0);
    await roomService(rooms.target).removeParticipant('closed', 'avatar');
    expect(await avatar.disconnected).toBe('PARTICIPANT_REMOVED');
    await avatar.leave();
    expect(listeners()).toBe(0);
  } finally {
    await rooms.close();
    await dispose();
  }
});
