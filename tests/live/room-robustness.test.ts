import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { connect } from 'node:net';
import {
  DisconnectReason,
  LeaveRequest_Action,
  ParticipantInfo_State,
  SessionDescription,
} from '@livekit/protocol';
import { expect, test } from 'vitest';
import type { EmbeddedRooms } from '../support/embedded-room-server.ts';
import { NodeClient } from '../support/node-client.ts';
import { openPageHost } from '../support/room-client-page.ts';
import { mintToken, roomService, until } from '../support/room-target.ts';
import { openUdpRelay } from '../support/udp-relay.ts';
import { useRooms } from '../support/use-rooms.ts';
import { useStarted } from '../support/use-service.ts';

const { shared, keep, room, start, joinRaw } = useRooms();
/** One browser for all tests. Each page has its own context and is closed at the end of its test. */
const pages = useStarted(openPageHost, (it) => it.close());

const joinNode = async ({ target }: EmbeddedRooms, identity: string) =>
  keep(await NodeClient.connect(target.url, await mintToken(target, room(), identity)));

const openPage = async () => {
  const page = await pages.open();
  keep(page.page);
  return page;
};

async function watchCall(rooms: EmbeddedRooms) {
  const viewer = await joinNode(rooms, 'viewer');
  const avatar = await joinNode(rooms, 'avatar');
  await avatar.publishPicture();
  await until('frames', () => (viewer.frames.get('avatar') ?? 0) > 5);
  return async () => {
    const before = viewer.frames.get('avatar') ?? 0;
    await until('frames to go on', () => (viewer.frames.get('avatar') ?? 0) > before + 20);
    expect(viewer.events).not.toContain('reconnecting');
  };
}

test('garbage on signalling connections affects nobody else', async () => {
  const rooms = shared;
  let crashed = false;
  rooms.server.on('crashed', () => {
    crashed = true;
  });
  const stillRunning = await watchCall(rooms);
  const fuzzer = await joinRaw(rooms, 'fuzzer');
  for (let round = 0; round < 100; round++) fuzzer.socket.send(randomBytes(1 + round * 7));
  fuzzer.socket.send('not json');
  const sdps = [
    '',
    'v=0',
    'v=0\r\nm=\r\n',
    'm=audio',
    `v=0\r\n${'m=video 9 UDP/TLS/RTP/SAVPF 96\r\n'.repeat(300)}`,
  ];
  for (const sdp of sdps) {
    fuzzer.send({ case: 'offer', value: new SessionDescription({ type: 'offer', sdp }) });
    fuzzer.send({ case: 'answer', value: new SessionDescription({ type: 'answer', sdp }) });
  }
  await stillRunning();

  const giant = await joinRaw(rooms, 'giant');
  giant.socket.send(Buffer.alloc(2 * 1024 * 1024));
  await until('the giant message to be refused', () => giant.closeCode !== undefined);
  expect(giant.closeCode).toBe(1009);

  const flooder = await joinRaw(rooms, 'flooder');
  await until('the flood to be refused', () => {
    for (let round = 0; round < 500; round++) flooder.send({ case: 'ping', value: 1n });
    return flooder.closeCode !== undefined;
  });
  expect(flooder.closeCode).toBe(1008);
  await stillRunning();
  expect(crashed).toBe(false);
});

test('clients join on one connection, and a browser does so without an error in its console', async () => {
  const rooms = shared;
  const page = await openPage();
  const errors: string[] = [];
  page.page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.page.evaluate(() => {
    const counted = { connections: 0 };
    Object.assign(window, { counted });
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        counted.connections++;
      }
    };
  });
  await page.call('connect', rooms.target.url, await mintToken(rooms.target, room(), 'page'), {});
  const viewer = await joinNode(rooms, 'viewer');
  await page.call('publishMicrophone');
  await until('the microphone', () => (viewer.loudness.get('page') ?? 0) > 0);
  const { counted } = (await page.page.evaluate('({ counted: window.counted })')) as {
    counted: { connections: number };
  };
  expect(counted.connections).toBe(1);
  expect(errors).toEqual([]);
  expect((await viewer.room.getRtcStats()).subscriberStats).toEqual([]);
});

test('garbage on the media port affects nobody else', async () => {
  const rooms = shared;
  const stillRunning = await watchCall(rooms);
  const socket = createSocket('udp4');
  keep({ close: () => new Promise((resolve) => socket.close(() => resolve())) });
  const send = (packet: Buffer) =>
    new Promise<void>((resolve) => socket.send(packet, rooms.server.mediaPort, '127.0.0.1', () => resolve()));
  for (let first = 0; first < 256; first++) {
    for (const length of [1, 12, 13, 60, 1_400, 9_000]) {
      const packet = randomBytes(length);
      packet[0] = first;
      // Every second packet contains STUN's magic cookie.
      if (length >= 12 && first % 2 === 0) packet.writeUInt32BE(0x2112a442, 4);
      await send(packet);
    }
  }
  await stillRunning();
});

test('a client that vanishes is removed, and a room that everybody has left ends', async () => {
  const rooms = await start({ limits: { resumeGraceMs: 300 } });
  const service = roomService(rooms.target);
  await service.createRoom({ name: room(), departureTimeout: 1 });
  const watches = await joinNode(rooms, 'watches');
  const stays = await joinNode(rooms, 'stays');
  const raw = await joinRaw(rooms, 'never-connects');
  await until('its join', () => stays.room.remoteParticipants.has('never-connects'));
  const isActive = async (identity: string) =>
    (await service.getParticipant(room(), identity)).state === ParticipantInfo_State.ACTIVE;
  await until('the media of who stays', () => isActive('stays'));
  // A participant counts as joined only once its media is connected.
  expect(await isActive('never-connects')).toBe(false);
  raw.socket.terminate();
  await until('its end', () => !stays.room.remoteParticipants.has('never-connects'));
  const leaving = watches.room.remoteParticipants.get('stays')!;
  await stays.close();
  await until('the news of it', () => watches.events.includes('disconnected stays'));
  expect(leaving.disconnectReason).toBe(DisconnectReason.CLIENT_INITIATED);
  await watches.close();
  await until('the end of the room', async () => (await service.listRooms([room()])).length === 0);
});

test('a participant whose media connection is lost for good is told to join again', async () => {
  const rooms = shared;
  const page = await openPage();
  await page.page.evaluate(`{
    window.connections = [];
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration) {
        super(configuration);
        window.connections.push(this);
      }
    };
  }`);
  await page.call('connect', rooms.target.url, await mintToken(rooms.target, room(), 'page'));
  const { sid } = await roomService(rooms.target).getParticipant(room(), 'page');
  await page.page.evaluate('for (const connection of window.connections) connection.close()');
  await until('the refusal', async () => {
    const raw = await joinRaw(rooms, 'page', room(), `&reconnect=1&sid=${sid}`);
    await until('an answer', () => raw.received.length > 0);
    return raw.find('leave')?.value.action === LeaveRequest_Action.RECONNECT;
  });
  await expect(roomService(rooms.target).getParticipant(room(), 'page')).rejects.toThrow();
});

test('a crash of the thread is reported; clients reconnect by themselves to the same port', async () => {
  const rooms = await start();
  const { port, mediaPort } = rooms.server;
  const viewer = await joinNode(rooms, 'viewer');
  const avatar = await joinNode(rooms, 'avatar');
  await avatar.publishPicture();
  await until('frames', () => (viewer.frames.get('avatar') ?? 0) > 5);
  const crashes: Error[] = [];
  rooms.server.on('crashed', (error) => crashes.push(error));
  await rooms.crash();
  await until('the report', () => crashes.length === 1);
  await until('both clients back', () =>
    [viewer, avatar].every((client) => client.events.includes('reconnected')),
  );
  const before = viewer.frames.get('avatar') ?? 0;
  await until('frames again', () => (viewer.frames.get('avatar') ?? 0) > before + 10);
  expect([rooms.server.port, rooms.server.mediaPort]).toEqual([port, mediaPort]);
});

test('media uses TCP if UDP is blocked', async () => {
  const rooms = shared;
  const avatar = await joinNode(rooms, 'avatar');
  await avatar.publishPicture();
  const page = await openPage();
  // The page gets no UDP candidate, as if it were behind a firewall that blocks UDP.
  await page.page.evaluate(`{
    const original = RTCPeerConnection.prototype.setRemoteDescription;
    RTCPeerConnection.prototype.setRemoteDescription = function ({ type, sdp }) {
      return original.call(this, { type, sdp: sdp.replace(/a=candidate:\\d+ 1 udp .*\\r\\n/g, '') });
    };
  }`);
  await page.call('connect', rooms.target.url, await mintToken(rooms.target, room(), 'page'));
  await page.call('publishMicrophone');
  await page.until('frames', ({ frames }) => (frames.avatar ?? 0) > 20);
  await until('sound', () => (avatar.loudness.get('page') ?? 0) > 0.1);
  expect(await page.call('mediaProtocols')).toEqual(['tcp']);
});

/** Sets up a call between a Node client and a page whose media goes through a UDP relay. */
async function callThroughRelay(rooms: EmbeddedRooms) {
  const relay = keep(await openUdpRelay(rooms.server.mediaPort));
  const avatar = await joinNode(rooms, 'avatar');
  await avatar.publishPicture();
  const page = await openPage();
  await page.page.evaluate(`{
    const original = RTCPeerConnection.prototype.setRemoteDescription;
    const candidate = 'a=candidate:1 1 udp 2130706431 127.0.0.1 ${relay.port} typ host\\r\\n';
    RTCPeerConnection.prototype.setRemoteDescription = function ({ type, sdp }) {
      const without = sdp.replace(/a=candidate:.*\\r\\n/g, '');
      return original.call(this, { type, sdp: without.replaceAll('a=end-of-candidates', candidate + 'a=end-of-candidates') });
    };
  }`);
  await page.call('connect', rooms.target.url, await mintToken(rooms.target, room(), 'page'));
  await page.call('publishMicrophone');
  await page.call('publishCamera', false);
  const goesOn = async () => {
    const before = (await page.call('state')).frames.avatar ?? 0;
    const beforeAtAvatar = avatar.frames.get('page') ?? 0;
    avatar.loudness.clear();
    await page.until('frames in the page', ({ frames }) => (frames.avatar ?? 0) > before + 20);
    await until('frames of the page', () => (avatar.frames.get('page') ?? 0) > beforeAtAvatar + 20);
    await until('sound of the page', () => (avatar.loudness.get('page') ?? 0) > 0.1);
  };
  await goesOn();
  return { relay, page, goesOn };
}

test('lost packets are sent again in both directions', async () => {
  const { relay, page, goesOn } = await callThroughRelay(shared);
  const before = await page.call('repeatedPackets');
  relay.loss = 0.1;
  await goesOn();
  await until('repeated packets', async () => {
    const { received, sent } = await page.call('repeatedPackets');
    return received > before.received + 5 && sent > before.sent + 5;
  });
  await goesOn();
  relay.loss = 0;
  await goesOn();
});

test('a client whose address changes stays connected, without a reconnect', async () => {
  const { relay, page, goesOn } = await callThroughRelay(shared);
  for (let change = 0; change < 3; change++) {
    await relay.rebind();
    await goesOn();
  }
  const { events } = await page.call('state');
  expect(events.filter((event) => /econnect/.test(event))).toEqual([]);
});

test("packets forged in a client's name do not end its connection", async () => {
  const { relay, page, goesOn } = await callThroughRelay(shared);
  const record = (type: number, epoch: number, fragment: number[]) =>
    Buffer.from([type, 0xfe, 0xfd, 0, epoch, 0, 0, 0, 0, 0, 99, 0, fragment.length, ...fragment]);
  const [alert, heartbeat, closeNotify] = [21, 24, [1, 0]];
  for (const epoch of [0, 1]) {
    relay.forge(record(alert, epoch, closeNotify));
    relay.forge(record(alert, epoch, [...closeNotify, ...randomBytes(30)]));
    relay.forge(record(heartbeat, epoch, [1]));
    for (let type = 20; type < 64; type++) relay.forge(record(type, epoch, [...randomBytes(40)]));
  }
  await goesOn();
  const { events } = await page.call('state');
  expect(events.filter((event) => /econnect/.test(event))).toEqual([]);
});

test('garbage on the TCP media port affects nobody else', async () => {
  const rooms = shared;
  const stillRunning = await watchCall(rooms);
  for (const length of [0, 1, 2, 100, 70_000]) {
    const socket = connect(rooms.server.mediaPort, '127.0.0.1');
    socket.on('error', () => undefined);
    keep({ close: async () => void socket.destroy() });
    socket.write(randomBytes(length));
  }
  await stillRunning();
});
