import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readMigrations } from '../migrations/read-migrations.ts';
import { unpackTemplate } from './template.ts';

async function folder(): Promise<string> {
  const made = await fs.mkdtemp(path.join(tmpdir(), 'visavis-template-test-'));
  onTestFinished(() => fs.rm(made, { recursive: true, force: true }));
  return made;
}

/** The offset of `DBState` in `pg_control` (`catalog/pg_control.h`), after the system id and two versions. */
const STATE_OFFSET = 16;
const SHUT_DOWN = 1;

test('a new cluster was shut down cleanly, so that its first start has nothing to recover', async () => {
  const cluster = path.join(await folder(), 'cluster');
  await unpackTemplate(cluster, { durable: false, migrations: await readMigrations() });
  const control = await fs.readFile(path.join(cluster, 'global', 'pg_control'));
  expect(control.readUInt32LE(STATE_OFFSET)).toBe(SHUT_DOWN);
});
