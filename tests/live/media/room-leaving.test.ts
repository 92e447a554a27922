import type { EventEmitter } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EmbeddedRooms, startEmbeddedRooms } from '../../support/embedded-room-server.ts';
import { enterAsAvatar } from '../../support/entered-avatar.ts';
import { AudioSources, CHUNK_SAMPLES } from '../../support/inside/media.ts';
import { NodeClient } from '../../support/node-client.ts';
import { mintToken, roomService } from '../../support/room-target.ts';

/** Counts the listeners on the single emitter that rtc-node uses for all rooms of this process. */
const listeners = () =>
  (globalThis._ffiClientInstance as EventEmitter | undefined)?.listenerCount('ffi_event') ?? 0;

/** Counts the rtc-node threads that deliver audio; each wakes up every ten milliseconds while it exists. */
const audioThreads = () =>
  readdirSync('/proc/self/task').filter((id) =>
    readFileSync(`/proc/self/task/${id}/comm`, 'utf8').startsWith('AudioSourceCap'),
  ).length;

let rooms: EmbeddedRooms;

beforeEach(async () => {
  rooms = await startEmbeddedRooms();
});

afterEach(async () => {
  await rooms.close();
});

async function enterUntilClosed(room: string, sources?: AudioSources): Promise<void> {
  const avatar = await enterAsAvatar(rooms.target, room, sources);
  expect(listeners()).toBeGreaterThan(0);
  await roomService(rooms.target).removeParticipant(room, 'avatar');
  expect(await avatar.disconnected).toBe('PARTICIPANT_REMOVED');
  await avatar.leave();
}

test('no listener remains on a room that the server closed, once it was left', async () => {
  await enterUntilClosed('closed');
  expect(listeners()).toBe(0);
});

test.each(['left', 'closed by the server'])(
  'no listener remains on a microphone in a room that was %s',
  async (how) => {
    const token = await mintToken(rooms.target, 'heard', 'user');
    // The user is in this process as well, but subscribes to nobody: only the avatar listens.
    const user = await NodeClient.connect(rooms.target.url, token, false);
    await user.publishTone();
    const before = listeners();
    const avatar = await enterAsAvatar(rooms.target, 'heard');
    await avatar.heard;
    if (how !== 'left') {
      await roomService(rooms.target).removeParticipant('heard', 'avatar');
      await avatar.disconnected;
    }
    await avatar.leave();
    expect(listeners()).toBe(before);
    await user.close();
  },
);

test('an audio source whose room the server closed is heard in the next room, and only there', async () => {
  const listen = async (room: string) =>
    NodeClient.connect(rooms.target.url, await mintToken(rooms.target, room, 'listener'));
  const sources = new AudioSources();
  const before = await listen('one');
  await enterUntilClosed('one', sources);
  const avatar = await enterAsAvatar(rooms.target, 'another', sources);
  const now = await listen('another');
  const square = new Int16Array(CHUNK_SAMPLES).map((_, n) => (n % 48 < 24 ? 9000 : -9000));
  // The queue of the source limits the speed of this loop.
  while ((now.loudness.get('avatar') ?? 0) < 0.1) await avatar.tracks.audio.capture(square);
  expect(before.loudness.get('avatar') ?? 0).toBe(0);
  await before.close();
  await now.close();
  await avatar.leave();
});

test.skipIf(process.platform !== 'linux')('rooms that the server closed share one audio thread', async () => {
  const sources = new AudioSources();
  const before = audioThreads();
  for (const room of ['first', 'second', 'third']) await enterUntilClosed(room, sources);
  expect(audioThreads() - before).toBeLessThanOrEqual(1);
});

test('streams that a participant never finishes are read up to a limit, with a single warning', async () => {
  const refused: string[] = [];
  const avatar = await enterAsAvatar(rooms.target, 'flooded', undefined, {
    onStreamsRefused: (identity) => refused.push(identity),
  });
  const token = await mintToken(rooms.target, 'flooded', 'hostile');
  const hostile = await NodeClient.connect(rooms.target.url, token, false);
  const before = listeners();
  const local = hostile.room.localParticipant!;
  for (let n = 0; n < 40; n++) await local.streamText({ topic: 'lk.chat' });
  // Sent after the streams, so when it returns, they have all arrived.
  await local.performRpc({ destinationIdentity: 'avatar', method: 'test.method', payload: '' });
  expect(listeners() - before).toBeLessThanOrEqual(16);
  expect(refused).toEqual(['hostile']);
  await hostile.close();
  await avatar.leave();
});
