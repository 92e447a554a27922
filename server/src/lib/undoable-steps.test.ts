import { expect, test } from 'vitest';
import { UndoableSteps } from './undoable-steps.ts';

test('an undo that fails or hangs does not prevent the others', async () => {
  const log: string[] = [];
  const steps = UndoableSteps.from<object>()
    .step(
      'first',
      () => undefined,
      () => log.push('first undone'),
    )
    .step(
      'hangs',
      () => undefined,
      () => new Promise(() => undefined),
    )
    .step(
      'fails',
      () => undefined,
      () => {
        throw new Error('no');
      },
    );
  const run = steps.begin({});
  await run.forward();
  const failures = await run.back(10);
  expect(failures.map(({ step }) => step)).toEqual(['fails', 'hangs']);
  expect(log).toEqual(['first undone']);
});

test('a run that is undone while a step is running starts no further step', async () => {
  const log: string[] = [];
  let finish: () => void = () => undefined;
  const steps = UndoableSteps.from<object>()
    .step(
      'waits',
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
      () => log.push('waits undone'),
    )
    .step('next', () => void log.push('next'));
  const run = steps.begin({});
  const forward = run.forward();
  await run.back();
  finish();
  await expect(forward).rejects.toThrow('stopped before the step "next"');
  expect(log).toEqual(['waits undone']);
});
