import { expect, test } from 'vitest';
import { Steps } from './steps.ts';

function threeSteps(log: string[], failing?: string) {
  const run = (name: string) => {
    log.push(`run ${name}`);
    if (name === failing) throw new Error(`${name} failed`);
  };
  return Steps.from<{ guest: string }>()
    .step(
      'room',
      ({ guest }) => {
        run('room');
        return { room: `room of ${guest}` };
      },
      ({ room }) => log.push(`undo ${room}`),
    )
    .step('only read', async () => run('only read'))
    .step(
      'worker',
      async ({ room }) => {
        run('worker');
        return { worker: `worker in ${room}` };
      },
      ({ worker }) => log.push(`undo ${worker}`),
    );
}

test('started steps are undone, newest first, including the one that failed', async () => {
  const log: string[] = [];
  const run = threeSteps(log, 'worker').begin({ guest: 'Ada' });
  await expect(run.forward()).rejects.toThrow('worker failed');
  expect(await run.back()).toEqual([]);
  expect(log.slice(3)).toEqual(['undo undefined', 'undo room of Ada']);
  expect(await run.back()).toEqual([]);
  expect(log).toHaveLength(5);
});

test('an undo that fails or hangs does not prevent the others', async () => {
  const log: string[] = [];
  const steps = Steps.from<object>()
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
  const steps = Steps.from<object>()
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
