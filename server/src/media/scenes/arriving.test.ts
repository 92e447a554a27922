import { expect, test } from 'vitest';
import { TestStage, testPlan } from '../testing/stage.ts';

const SECOND = 1000;

test('a conversation starts with a participant who joins while it publishes, once it can be seen and heard', async () => {
  let published: () => void = () => undefined;
  const stage = new TestStage({
    room: (room) => {
      room.publish = () =>
        new Promise((resolve) => {
          published = resolve;
        });
    },
  });
  await stage.clock.advance(200);
  stage.room.join('user');
  await stage.clock.advance(2 * SECOND);
  expect(stage.events).toEqual([]);
  published();
  await stage.clock.advance(2 * SECOND);
  const types = stage.events.flatMap((event) => (event.kind === 'timeline' ? [event.type] : []));
  expect(types).toEqual(['avatar_joined', 'consumer_joined', 'first_frame', 'greeting']);
  // The avatar has arrived, so the join timeout no longer applies.
  const { joinTimeoutMs } = testPlan().limits;
  await stage.clock.advance(joinTimeoutMs);
  expect(stage.ended).toBeUndefined();
});
