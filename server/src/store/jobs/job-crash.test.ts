import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it, vi } from 'vitest';
import { type Database, openDatabase } from '../open-database.ts';
import { createTestDatabase, testDatabaseUrl } from '../testing/test-database.ts';
import { enqueueJob } from './enqueue-job.ts';
import { findJob } from './find-jobs.ts';
import { JobRunner } from './job-runner.ts';

// Each test starts the engine several times, which takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const holder = fileURLToPath(new URL('../testing/job-holder.js', import.meta.url));
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

/** Resolves once another process has taken the job and was killed. */
async function takeAndKill(place: string): Promise<void> {
  const child = spawn(process.execPath, [holder, place, 'index'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.stdout.once('data', () => child.kill('SIGKILL'));
  await ended;
}

/** A job that is enqueued and then held by a process that is killed, and the database to find it in afterwards. */
async function crash(): Promise<{ db: Database; id: string }> {
  if (testDatabaseUrl()) {
    const db = await createTestDatabase();
    cleanups.push(() => db.close());
    const id = await enqueueJob(db.kysely, { kind: 'index', payload: null });
    await takeAndKill(db.place);
    return { db, id: id ?? '' };
  }
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'visavis-jobs-'));
  cleanups.push(() => fs.rm(dataDir, { recursive: true, force: true }));
  const before = await openDatabase({ dataDir });
  const id = await enqueueJob(before.kysely, { kind: 'index', payload: null });
  await before.close();
  await takeAndKill(dataDir);
  const db = await openDatabase({ dataDir });
  cleanups.push(() => db.close());
  return { db, id: id ?? '' };
}

it('runs a job again whose process was killed with -9', async () => {
  const { db, id } = await crash();
  const attempts: number[] = [];
  const run = async (_payload: unknown, context: { attempt: number }) => {
    attempts.push(context.attempt);
  };
  const runner = new JobRunner({ db, handlers: { index: { run } }, pollMs: 100 });
  await runner.start();
  cleanups.push(() => runner.stop());
  await expect.poll(async () => (await findJob(db.kysely, id))?.state, { timeout: 15_000 }).toBe('succeeded');
  expect(attempts).toEqual([2]);
});
