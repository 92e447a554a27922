/** Tests the limits on typed text: each text causes a request to a model, which the organization pays for. */
import { expect, test } from 'vitest';
import { FakeClock } from '../../lib/testing/fake-clock.ts';
import { TypingLimits } from '../agent/typing-limits.ts';
import { greeted, type TestStage } from '../testing/stage.ts';

const typedIn = (stage: TestStage) => stage.transcript().filter((entry) => entry.startsWith('user: '));
const warnings = (stage: TestStage) =>
  stage.room.events.flatMap((event) => (event.type === 'warning' ? [event.message] : []));

test('of a flood of texts thirty are answered, and the user is told so; half a minute later fifteen more are answered', async () => {
  const stage = await greeted();
  const flood = () => {
    for (let i = 0; i < 40; i++) stage.room.type('user', `${i}`);
  };
  flood();
  expect(typedIn(stage)).toHaveLength(30);
  expect(warnings(stage)).toHaveLength(10);
  expect(warnings(stage)[0]).toBe(
    'The message was not passed to the agent: a conversation may send at most 30 messages per minute.',
  );
  await stage.clock.advance(30_000);
  flood();
  expect(typedIn(stage)).toHaveLength(45);
});

test('a flood of refused texts does not fill the record: twenty refusals a minute are recorded', async () => {
  const stage = await greeted();
  for (let i = 0; i < 100; i++) stage.room.type('user', `${i}`);
  expect(warnings(stage)).toHaveLength(70);
  expect(stage.timeline('warning')).toHaveLength(20);
});

test('leaving and rejoining the room does not allow more requests to the model', async () => {
  const stage = await greeted({ engine: { thinkMs: 60_000 } });
  for (let i = 0; i < 40; i++) {
    stage.room.type('user', 'Hello');
    stage.room.drop('user');
    stage.room.join('user');
  }
  expect(stage.engine.calls.filter((call) => call.includes('Hello'))).toHaveLength(30);
});

test('an organization has its own limit, however many conversations its users start; others have theirs', () => {
  const clock = new FakeClock();
  const bounds = new TypingLimits(() => clock.now());
  const answered = (organizationId: string) => {
    const refusal = bounds.forConversation(organizationId);
    return Array.from({ length: 31 }, refusal).filter((reason) => reason === undefined).length;
  };
  const first = Array.from({ length: 21 }, () => answered('org_a'));
  expect(first).toEqual([...Array(20).fill(30), 0]);
  expect(answered('org_b')).toBe(30);
});
