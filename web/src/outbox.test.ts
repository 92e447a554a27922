import { ConnectionState, type Room } from 'livekit-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Outbox } from './outbox.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Creates a page in a room with an avatar that receives texts, and confirms them when the test says so. */
function joinRoom() {
  const received: { text: string; id: string }[] = [];
  const room = {
    state: ConnectionState.Connected,
    engine: { attemptingReconnect: false },
    remoteParticipants: new Map([['avatar', {}]]),
    localParticipant: {
      sendText: async (text: string, { attributes }: { attributes: Record<string, string> }) =>
        void received.push({ text, id: attributes['visavis.text_id']! }),
    },
  };
  const avatar = { isThere: true };
  const outbox = new Outbox(room as unknown as Room, () => avatar.isThere);
  const texts = () => received.map(({ text }) => text);
  const confirm = async () => {
    outbox.confirm(received.at(-1)!.id);
    await pass(100);
  };
  return { room, avatar, outbox, received, texts, confirm };
}

test('a text that the avatar confirms is sent once, followed by the next one', async () => {
  const { outbox, texts, confirm } = joinRoom();
  const sending = [outbox.send('one'), outbox.send('two')];
  await pass(1_000);
  expect(texts()).toEqual(['one']);
  await confirm();
  await pass(1_000);
  expect(texts()).toEqual(['one', 'two']);
  await confirm();
  await pass(30_000);
  await Promise.all(sending);
  expect(texts()).toEqual(['one', 'two']);
});

test('a lost text is sent again with the same id until it is confirmed, before later ones', async () => {
  const { outbox, received, texts, confirm } = joinRoom();
  const sending = outbox.send('one');
  void outbox.send('two');
  await pass(7_000);
  expect(texts()).toEqual(['one', 'one', 'one']);
  expect(new Set(received.map(({ id }) => id)).size).toBe(1);
  await confirm();
  await sending;
  await pass(1_000);
  expect(texts()).toEqual(['one', 'one', 'one', 'two']);
});

test('a text whose sending does not finish, because the page joins again, is sent again', async () => {
  const { room, outbox, texts, confirm } = joinRoom();
  const { sendText } = room.localParticipant;
  room.localParticipant.sendText = () => new Promise<never>(() => undefined);
  const sending = outbox.send('one');
  await pass(1_000);
  room.localParticipant.sendText = sendText;
  await pass(3_000);
  expect(texts()).toEqual(['one']);
  await confirm();
  await sending;
});

test('a resumed connection does not send confirmed texts again', async () => {
  const { room, outbox, texts, confirm } = joinRoom();
  const sending = outbox.send('one');
  await pass(0);
  room.state = ConnectionState.SignalReconnecting;
  await confirm();
  await pass(1_000);
  room.state = ConnectionState.Connected;
  await pass(30_000);
  await sending;
  expect(texts()).toEqual(['one']);
});

test('nothing is sent while the page joins again, not even when it is connected but has not finished joining', async () => {
  const { room, outbox, texts, confirm } = joinRoom();
  const sending = outbox.send('one');
  await pass(1_000);
  room.state = ConnectionState.Reconnecting;
  room.engine.attemptingReconnect = true;
  await pass(10_000);
  room.state = ConnectionState.Connected;
  await pass(2_000);
  expect(texts()).toEqual(['one']);
  room.engine.attemptingReconnect = false;
  await pass(200);
  expect(texts()).toEqual(['one', 'one']);
  await confirm();
  await sending;
});

test('an agent that does not confirm gets each text once', async () => {
  const { avatar, outbox, texts } = joinRoom();
  avatar.isThere = false;
  await outbox.send('one');
  await pass(30_000);
  expect(texts()).toEqual(['one']);
});

test('a text waits for the avatar that was there before, even if others are there', async () => {
  const { avatar, outbox, texts, confirm } = joinRoom();
  const first = outbox.send('one');
  await pass(0);
  await confirm();
  await first;
  avatar.isThere = false;
  const second = outbox.send('two');
  await pass(10_000);
  expect(texts()).toEqual(['one']);
  avatar.isThere = true;
  await pass(100);
  expect(texts()).toEqual(['one', 'two']);
  await confirm();
  await second;
});

test('a text that nobody accepts for half a minute fails, as does one still waiting at the end; later ones are sent', async () => {
  const { room, outbox, texts, confirm } = joinRoom();
  const lost = expect(outbox.send('one')).rejects.toThrow('No participant confirmed the message.');
  await pass(31_000);
  await lost;
  const sending = outbox.send('two');
  await pass(0);
  expect(texts().at(-1)).toBe('two');
  await confirm();
  await sending;
  const late = expect(outbox.send('three')).rejects.toThrow('No participant confirmed the message.');
  await pass(0);
  room.state = ConnectionState.Disconnected;
  await pass(100);
  await late;
});

test('a text that cannot be sent at all fails at once', async () => {
  const { room, outbox } = joinRoom();
  room.localParticipant.sendText = () => Promise.reject(new Error('The channel is closed.'));
  await expect(outbox.send('one')).rejects.toThrow('The channel is closed.');
});
