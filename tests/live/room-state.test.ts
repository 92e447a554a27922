import { LocalParticipant, Room, RoomEvent } from '@livekit/rtc-node';
import { afterEach, expect, test, vi } from 'vitest';
import { hideAnswers } from '../support/answerless-rooms.ts';
import { LIVE_TIMEOUTS } from '../support/deadlines.ts';
import { startEmbeddedRooms } from '../support/embedded-room-server.ts';
import { enterAsAvatar } from '../support/entered-avatar.ts';
import { mintToken, until } from '../support/room-target.ts';

vi.setConfig(LIVE_TIMEOUTS);

afterEach(() => vi.restoreAllMocks());

test('a state does not wait for the lost answer to the one before', async () => {
  const rooms = await startEmbeddedRooms();
  const answerless = await hideAnswers(rooms.target);
  const consumer = new Room();
  const states: string[] = [];
  consumer.on(RoomEvent.ParticipantAttributesChanged, (changed) => {
    states.push(changed['lk.agent.state']!);
  });
  // The client library gives up waiting for an answer after a while; until then it is unsettled.
  const order: string[] = [];
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its own `this` below
  const ask = LocalParticipant.prototype.setAttributes;
  vi.spyOn(LocalParticipant.prototype, 'setAttributes').mockImplementation(async function (
    this: LocalParticipant,
    attributes,
  ) {
    const state = attributes['lk.agent.state']!;
    order.push(`asked for ${state}`);
    await ask.call(this, attributes).finally(() => order.push(`gave up on ${state}`));
  });
  try {
    const avatar = await enterAsAvatar(answerless.target, 'states');
    await consumer.connect(rooms.target.url, await mintToken(rooms.target, 'states', 'consumer'), {
      autoSubscribe: true,
      dynacast: false,
    });
    const told = ['thinking', 'speaking', 'listening'] as const;
    for (const state of told) {
      avatar.link.setState(state);
      await until(`the room to know that it is ${state}`, () => states.at(-1) === state);
    }
    expect(states).toEqual(told);
    expect(order.slice(0, 2)).toEqual(['asked for thinking', 'asked for speaking']);
    await avatar.leave();
  } finally {
    await consumer.disconnect();
    await answerless.close();
    await rooms.close();
  }
});
