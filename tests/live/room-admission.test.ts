import { afterEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { LIVE_TIMEOUTS } from '../support/deadlines.ts';
import {
  type EmbeddedRooms,
  type EmbeddedRoomsOptions,
  startEmbeddedRooms,
} from '../support/embedded-room-server.ts';
import { RawSignalClient } from '../support/raw-signal-client.ts';
import { mintToken, roomService, until } from '../support/room-target.ts';

vi.setConfig(LIVE_TIMEOUTS);

/** Longer than any test, so that half-open joins do not time out. */
const NEVER_MS = 1_000_000;

const closing: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((it) => it.close()));
});

async function start(options: EmbeddedRoomsOptions = {}): Promise<EmbeddedRooms> {
  const rooms = await startEmbeddedRooms({ admittedOnly: true, ...options });
  closing.push(rooms);
  return rooms;
}

async function join(rooms: EmbeddedRooms, room: string, identity = 'ada'): Promise<RawSignalClient> {
  const client = await RawSignalClient.connect(
    rooms.target.url,
    await mintToken(rooms.target, room, identity),
  );
  closing.push(client);
  await until('the answer to the join', () => client.find('join') !== undefined);
  return client;
}

/** Tries to join. Returns the status of the refusal, and that of `/rtc/validate`, which tells the reason. */
async function refusal(
  rooms: EmbeddedRooms,
  room: string,
  identity = 'ada',
): Promise<(number | undefined)[]> {
  const token = await mintToken(rooms.target, room, identity);
  const socket = new WebSocket(`${rooms.target.url}/rtc?access_token=${token}`);
  socket.on('error', () => undefined);
  const status = await new Promise<number | undefined>((resolve) => {
    socket.once('unexpected-response', (_, response) => resolve(response.statusCode));
    socket.once('open', () => resolve(undefined));
  });
  socket.terminate();
  const { target } = rooms;
  const why = await fetch(`${target.url.replace('ws', 'http')}/rtc/validate?access_token=${token}`);
  return [status, why.status];
}

test('a token opens its room only while the room is admitted and not yet sealed', async () => {
  const rooms = await start();
  expect(await refusal(rooms, 'talk')).toEqual([404, 404]);
  await rooms.server.admit('talk', 'org-1');
  const ada = await join(rooms, 'talk');
  await rooms.server.seal('talk');
  // Nobody can join any more, neither ada again nor anybody new; those present may stay for the last words.
  expect(await refusal(rooms, 'talk')).toEqual([404, 404]);
  expect(await refusal(rooms, 'talk', 'eve')).toEqual([404, 404]);
  expect(ada.closeCode).toBeUndefined();
  await roomService(rooms.target).deleteRoom('talk');
  await until('the end', () => ada.closeCode !== undefined);
  expect(await refusal(rooms, 'talk')).toEqual([404, 404]);
  expect((await rooms.server.stats()).rooms).toBe(0);
});

test('a restarted thread knows which rooms may be joined', async () => {
  const rooms = await start();
  await rooms.server.admit('running', 'org-1');
  await rooms.server.admit('over', 'org-1');
  await rooms.server.seal('over');
  const crashed = new Promise((resolve) => rooms.server.once('crashed', resolve));
  await rooms.crash();
  await crashed;
  await until('a join', () =>
    join(rooms, 'running').then(
      () => true,
      () => false,
    ),
  );
  expect(await refusal(rooms, 'over')).toEqual([404, 404]);
});

test('filling all joins of one organization does not affect the joins of others', async () => {
  const rooms = await start({
    limits: { pendingJoinsPerOwner: 5, pendingJoins: 8, joinTimeoutMs: NEVER_MS },
  });
  await Promise.all([
    rooms.server.admit('crowd', 'org-1'),
    rooms.server.admit('crowd-2', 'org-1'),
    rooms.server.admit('quiet', 'org-2'),
  ]);
  for (let n = 0; n < 5; n++) await join(rooms, n % 2 ? 'crowd' : 'crowd-2', `nobody-${n}`);
  expect(await refusal(rooms, 'crowd', 'nobody-6')).toEqual([503, 503]);
  await join(rooms, 'quiet');
});

test('end users who fill all their joins leave some for the rooms that their organization has started', async () => {
  const rooms = await start({
    limits: { pendingJoinsPerOwner: 5, pendingJoinsOfEndUsers: 3, joinTimeoutMs: NEVER_MS },
  });
  await Promise.all([rooms.server.admit('visit', 'org-1', true), rooms.server.admit('own', 'org-1')]);
  for (let n = 0; n < 3; n++) await join(rooms, 'visit', `nobody-${n}`);
  expect(await refusal(rooms, 'visit', 'nobody-3')).toEqual([503, 503]);
  await join(rooms, 'own');
});

test('an organization that starts more joins per second than its share does not affect others', async () => {
  const rooms = await start({ limits: { joinsPerSecondPerOwner: 1 } });
  await Promise.all([rooms.server.admit('storm', 'org-1'), rooms.server.admit('quiet', 'org-2')]);
  const token = await mintToken(rooms.target, 'storm', 'ada');
  const knock = () =>
    RawSignalClient.connect(rooms.target.url, token).then(
      (client) => void closing.push(client),
      (error: unknown) => String(error),
    );
  let outcomes: unknown[] = [];
  // How many joins fit into one second depends on the machine; `admissions.test.ts` counts them with a fake clock.
  while (outcomes.every((outcome) => outcome === undefined))
    outcomes = await Promise.all(Array.from({ length: 60 }, knock));
  for (const outcome of outcomes) expect(outcome ?? '503').toContain('503');
  await join(rooms, 'quiet');
});

test('one person can use only a share of the joins of their organization', async () => {
  const rooms = await start({
    limits: { joinsPerSecondPerOwner: 20, joinsPerSecondPerPerson: 3, joinsAtOncePerPerson: 3 },
  });
  await rooms.server.admit('shop', 'org-1');
  const token = await mintToken(rooms.target, 'shop', 'visitor');
  for (let refused = 0; refused === 0; ) {
    const knocks = Array.from({ length: 60 }, () => RawSignalClient.connect(rooms.target.url, token));
    for (const outcome of await Promise.allSettled(knocks))
      if (outcome.status === 'fulfilled') closing.push(outcome.value);
      else refused++;
  }
  for (let n = 0; n < 10; n++) await join(rooms, 'shop', `other-${n}`);
});

test('wrong tokens are counted by address at every entry point, and a valid token is still accepted', async () => {
  const rooms = await start();
  await rooms.server.admit('talk', 'org-1');
  const http = rooms.target.url.replace('ws', 'http');
  const doors = [
    async () => (await fetch(`${http}/rtc/validate?access_token=wrong`)).status,
    async () =>
      (await fetch(`${http}/twirp/livekit.RoomService/ListRooms`, { method: 'POST', body: '{}' })).status,
    () =>
      RawSignalClient.connect(rooms.target.url, 'wrong').then(
        () => 101,
        (error: unknown) => Number(/\d+/.exec(String(error))),
      ),
  ];
  const knock = () => Promise.all(doors.map((door) => door()));
  const first = await knock();
  const last = () => knock().then((statuses) => statuses.every((status) => status === 429));
  await until('the limit', last);
  expect(first).toEqual([401, 401, 401]);
  await join(rooms, 'talk');
});
