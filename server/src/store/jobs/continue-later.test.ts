import { expect, it } from 'vitest';
import { useTestDatabase } from '../testing/use-test-database.ts';
import { enqueueJob } from './enqueue-job.ts';
import { ContinueLater, JobRunner } from './job-runner.ts';

const db = useTestDatabase();

it('a long job frees its slot for other lanes and continues, without losing an attempt', async () => {
  const seen: unknown[] = [];
  for (const lane of ['a', 'b', 'b', 'c'])
    await enqueueJob(db.kysely, { kind: 'index', payload: `${lane}0`, lane, maxAttempts: 1 });
  const runner = new JobRunner({ db });
  runner.handle('index', {
    perLane: 1,
    run: async (payload, { attempt, isLaneWaiting }) => {
      seen.push(`${String(payload)}/${attempt}`);
      if (payload === 'a0' && (await isLaneWaiting())) throw new ContinueLater('a1');
      if (payload === 'a1') seen.push(await isLaneWaiting());
    },
  });
  await runner.start();
  try {
    await expect.poll(() => seen).toEqual(['a0/1', 'b0/1', 'c0/1', 'a1/1', true, 'b0/1']);
    await expect
      .poll(() => db.kysely.selectFrom('jobs').select('state').distinct().execute())
      .toEqual([{ state: 'succeeded' }]);
  } finally {
    await runner.stop(0);
  }
});
