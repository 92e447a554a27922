import { expect, test } from 'vitest';
import { TestStage, testPlan } from '../testing/stage.ts';

test('erased memories disappear from the plan that the engine reads, but not from copies already handed out', async () => {
  let forget: (content: string | undefined) => void = () => undefined;
  const remembered = ['I like tea.', 'I like coffee.'].map((content) => ({ content, saidAt: '2026-01-02' }));
  const engine = { ...testPlan().engine!, memory: true, memories: remembered };
  const onForget = (listener: typeof forget) => {
    forget = listener;
  };
  const stage = new TestStage({ plan: testPlan({ engine }), deps: { onForget } });
  await stage.clock.advance(200);
  stage.room.join('user');
  await stage.clock.advance(100);
  forget('I like tea.');
  expect(stage.engine.plan.memories).toEqual([remembered[1]]);
  forget(undefined);
  expect(stage.engine.plan.memories).toEqual([]);
  expect(engine.memories).toEqual(remembered);
  expect(stage.engine.calls.filter((call) => call === 'forget')).toHaveLength(2);
});
