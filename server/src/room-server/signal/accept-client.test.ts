import { EventEmitter } from 'node:events';
import { DisconnectReason } from '@livekit/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { Admissions } from '../admissions.ts';
import { defaultLimits } from '../limits.ts';
import { Rooms } from '../room/rooms.ts';
import { createDtlsCertificate } from '../transport/dtls-certificate.ts';
import { PacketRouter } from '../transport/packet-router.ts';
import { WeriftTransport } from '../transport/werift-transport.ts';
import { acceptClient } from './accept-client.ts';
import { readQuery } from './client-request.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a client that has left leaves no timer behind, which would hold all of it', async () => {
  const certificate = await createDtlsCertificate();
  const router = new PacketRouter();
  const rooms = new Rooms(defaultLimits);
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    send: () => undefined,
    close: () => socket.emit('close'),
  });
  acceptClient(
    {
      rooms,
      admissions: new Admissions(undefined, defaultLimits.joinsPerSecondPerOwner),
      limits: defaultLimits,
      log: () => undefined,
      turn: undefined,
      tokens: { renew: () => Promise.resolve('token') },
      createTransport: () => new WeriftTransport(router, certificate, []),
    },
    socket as unknown as WebSocket,
    readQuery(new URLSearchParams()),
    { sub: 'client', video: { room: 'room', roomJoin: true } },
  );
  const room = rooms.get('room')!;
  expect(room.participants.size).toBe(1);
  room.finish(DisconnectReason.ROOM_DELETED);
  expect(vi.getTimerCount()).toBe(0);
});
