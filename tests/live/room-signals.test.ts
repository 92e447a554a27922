/** Tests the embedded room server's responses to single signals and requests, without media and without a browser. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import {
  AddTrackRequest,
  ClientInfo_Capability,
  DisconnectReason,
  RequestResponse_Reason,
} from '@livekit/protocol';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { mintToken, roomService, until } from '../support/room-target.ts';
import { useRooms } from '../support/use-rooms.ts';

const { shared, room, start, joinRaw } = useRooms();

test('a join request that cannot be read is refused', async () => {
  const { target } = shared;
  const token = await mintToken(target, room(), 'ann');
  for (const request of ['', '****', Buffer.alloc(300, 255).toString('base64url')]) {
    const socket = new WebSocket(`${target.url}/rtc/v1?access_token=${token}&join_request=${request}`);
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
    expect(response.statusCode).toBe(400);
    response.destroy();
  }
  const http = target.url.replace(/^ws/, 'http');
  expect((await fetch(`${http}/rtc/v1/validate?access_token=${token}`)).status).toBe(200);
  expect((await fetch(`${http}/rtc/v1/validate?access_token=nonsense`)).status).toBe(401);
});

test('a join whose media connection is never established ends with a reason', async () => {
  const rooms = await start({ limits: { joinTimeoutMs: 400 } });
  const raw = await joinRaw(rooms, 'half-open');
  await until('the end', () => raw.find('leave') !== undefined);
  expect(raw.find('leave')!.value.reason).toBe(DisconnectReason.JOIN_FAILURE);
  await until(
    'no participant',
    async () => (await roomService(rooms.target).listParticipants(room())).length === 0,
  );
});

test('an unknown participant that wants to resume is told to join again', async () => {
  const rooms = shared;
  const raw = await joinRaw(rooms, 'stranger', room(), '&reconnect=1&sid=PA_unknown');
  await until('the answer', () => raw.received.length > 0);
  expect(raw.find('leave')?.value.reason).toBe(DisconnectReason.STATE_MISMATCH);
});

test('limits are enforced: rooms, participants of a room(), half-open joins', async () => {
  // Half-open joins do not time out during the test.
  const limits = { rooms: 2, participantsPerRoom: 3, pendingJoins: 4, joinTimeoutMs: 1_000_000 };
  const rooms = await start({ limits });
  const service = roomService(rooms.target);
  await service.createRoom({ name: 'small', maxParticipants: 1 });
  await joinRaw(rooms, 'first', 'small');
  await expect(joinRaw(rooms, 'second', 'small')).rejects.toThrow('403');
  for (const identity of ['a', 'b', 'c']) await joinRaw(rooms, identity, 'wide');
  await expect(joinRaw(rooms, 'd', 'wide')).rejects.toThrow('403');
  await expect(joinRaw(rooms, 'a', 'third')).rejects.toThrow('503');
  await expect(service.createRoom({ name: 'third' })).rejects.toThrow('too many rooms');
  // A participant who is already in the room may join again.
  await joinRaw(rooms, 'a', 'wide');
});

test("other participants are told a client's capabilities", async () => {
  const rooms = shared;
  await joinRaw(rooms, 'first', room(), '&capabilities=CAP_PACKET_TRAILER,CAP_NONSENSE');
  const second = await joinRaw(rooms, 'second');
  await until('the join', () => second.find('join') !== undefined);
  const first = second.find('join')?.value.otherParticipants.find(({ identity }) => identity === 'first');
  expect(first?.capabilities).toEqual([ClientInfo_Capability.CAP_PACKET_TRAILER]);
});

test('a track with a description large enough to flood everybody else is refused', async () => {
  const rooms = shared;
  const client = await joinRaw(rooms, 'client');
  client.send({ case: 'addTrack', value: new AddTrackRequest({ cid: 'a', name: 'x'.repeat(400_000) }) });
  await until('an answer', () => client.find('requestResponse') !== undefined);
  expect(client.find('requestResponse')?.value.reason).toBe(RequestResponse_Reason.LIMIT_EXCEEDED);
  client.send({ case: 'addTrack', value: new AddTrackRequest({ cid: 'b', name: 'x'.repeat(256) }) });
  await until('the track', () => client.find('trackPublished') !== undefined);
  expect(client.find('trackPublished')?.value.cid).toBe('b');
});

test('a page of any origin can read why it was refused', async () => {
  const rooms = shared;
  const http = rooms.target.url.replace('ws', 'http');
  const origin = 'https://shop.example';
  for (const [method, path] of [
    ['GET', '/rtc/validate'],
    ['OPTIONS', '/twirp/livekit.RoomService/ListRooms'],
  ] as const) {
    const answer = await fetch(`${http}${path}`, { method, headers: { origin } });
    expect(answer.headers.get('access-control-allow-origin'), `${method} ${path}`).toBe(origin);
    expect(answer.headers.get('vary')).toBe('origin');
  }
});

test('the room service refuses wrong tokens, rooms and bodies', async () => {
  const rooms = shared;
  const http = rooms.target.url.replace('ws', 'http');
  const call = async (
    method: string,
    body: string,
    grant: Parameters<typeof mintToken>[3] | undefined,
    twirp = '/twirp',
  ) => {
    const token = grant === undefined ? 'none' : await mintToken(rooms.target, room(), 'x', grant);
    const answer = await fetch(`${http}${twirp}/livekit.RoomService/${method}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
    });
    return [answer.status, ((await answer.json()) as { code?: string }).code];
  };
  // Clients whose base URL ends in a slash send this path.
  expect(await call('ListRooms', '{}', { roomList: true }, '//twirp')).toEqual([200, undefined]);
  expect(await call('ListRooms', '{}', undefined)).toEqual([401, 'unauthenticated']);
  expect(await call('ListRooms', '{}', {})).toEqual([403, 'permission_denied']);
  expect(await call('ListRooms', '{', { roomList: true })).toEqual([400, 'malformed']);
  expect(await call('Nonsense', '{}', { roomList: true })).toEqual([404, 'bad_route']);
  const admin = { roomAdmin: true, room: 'none' };
  expect(await call('GetParticipant', '{"room":"none","identity":"x"}', admin)).toEqual([404, 'not_found']);
  expect(await call('ListParticipants', '{"room":"none"}', admin)).toEqual([200, undefined]);
  expect(await call('ListParticipants', '{"room":"other"}', { roomAdmin: true })).toEqual([
    403,
    'permission_denied',
  ]);
  const big = JSON.stringify({ name: 'room', metadata: 'x'.repeat(100_000) });
  expect(await call('CreateRoom', big, { roomCreate: true })).toEqual([400, 'invalid_argument']);
  expect(await call('CreateRoom', `"${'x'.repeat(2_000_000)}"`, { roomCreate: true })).toEqual([
    400,
    'invalid_argument',
  ]);
});

test('the body of a call is not read if its token permits no calls', async () => {
  const { port } = new URL(shared.target.url);
  const token = await mintToken(shared.target, room(), 'x', { room: room(), roomJoin: true });
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(
    `POST /twirp/livekit.RoomService/ListRooms HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Length: 100000\r\n\r\n`,
  );
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toContain(' 403 ');
  socket.destroy();
});

test('media uses a port of the given range, and a range that is in use is an error', async () => {
  const first = await start();
  const min = first.server.mediaPort;
  await expect(start({ udpPorts: { min, max: min } })).rejects.toThrow(`between ${min} and ${min}`);
  const second = await start({ udpPorts: { min, max: min + 50 }, publicIps: ['203.0.113.7'] });
  expect(second.server.mediaPort).toBeGreaterThan(min);
  expect(second.server.mediaPort).toBeLessThanOrEqual(min + 50);
  expect(second.server.addresses).toEqual(expect.arrayContaining(['203.0.113.7', '127.0.0.1']));
});
