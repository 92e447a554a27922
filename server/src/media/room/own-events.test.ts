import { expect, test } from 'vitest';
import { roomWithOwnEvents } from './own-events.ts';

/** Of rtc-node: it keeps events in the second of these until the room is connected. */
interface Inside {
  onFfiEvent(event: object): Promise<void> | undefined;
  preConnectEvents: object[];
  ffiHandle?: { handle: bigint };
}

const inside = () => roomWithOwnEvents() as unknown as Inside;
const roomEvent = (roomHandle: bigint) => ({ message: { case: 'roomEvent', value: { roomHandle } } });

test('a room handles no event of another room, and none of its own or other sound', async () => {
  const room = inside();
  for (const kind of ['captureAudioFrame', 'audioStreamEvent', 'logs', undefined])
    await room.onFfiEvent({ message: { case: kind, value: {} } });
  expect(room.preConnectEvents).toEqual([]);
  // Which of the rooms it is is not known yet.
  await room.onFfiEvent(roomEvent(7n));
  await room.onFfiEvent(roomEvent(8n));
  expect(room.preConnectEvents).toHaveLength(2);

  const connected = inside();
  connected.ffiHandle = { handle: 7n };
  await connected.onFfiEvent(roomEvent(8n));
  expect(connected.preConnectEvents).toEqual([]);
  await connected.onFfiEvent(roomEvent(7n));
  await connected.onFfiEvent({ message: { case: 'rpcMethodInvocation', value: {} } });
  expect(connected.preConnectEvents).toHaveLength(2);
});
