import { dispose, Room, RoomEvent } from '@livekit/rtc-node';
import { expect, test } from 'vitest';
import { hideAnswers } from '../support/answerless-rooms.ts';
import { startEmbeddedRooms } from '../support/embedded-room-server.ts';
import { enterAsAvatar } from '../support/entered-avatar.ts';
import { mintToken, until } from '../support/room-target.ts';

test('a state does not wait for the lost answer to the one before', async () => {
  const rooms = await startEmbeddedRooms();
  const answerless = await hideAnswers(rooms.target);
  const consumer = new Room();
  const states: string[] = [];
  consumer.on(RoomEvent.ParticipantAttributesChanged, (changed) => {
    states.push(changed['lk.agent.state']!);
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
      await until(`the room to know that it is ${state}`, () => states.at(-1) === state, 3000);
    }
    expect(states).toEqual(told);
    await avatar.leave();
  } finally {
    await consumer.disconnect();
    await answerless.close();
    await rooms.close();
    await dispose();
  }
});
