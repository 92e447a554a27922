/** Tests `visavis backup` and `restore` of the distributed form: rows in PostgreSQL, files in S3. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { runCommand } from '../support/command.ts';
import { freePort } from '../support/free-ports.ts';
import { useFolder } from '../support/inside.ts';
import { needs } from '../support/needs.ts';
import { poll } from '../support/poll.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { S3_KEYS, s3Gateway } from '../support/s3-gateway.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { type Service, startService } from '../support/service.ts';
import { createKnowledgeBase } from '../support/service-client.ts';

const { test } = needs('PostgreSQL', 'versitygw');

const folder = useFolder();
let storage: ServerProcess;
let port: number;
const databases: TestPostgres[] = [];
const services: Service[] = [];

beforeAll(async () => {
  for (const bucket of ['old', 'new']) await mkdir(join(folder, 's3', bucket), { recursive: true });
  port = await freePort();
  storage = s3Gateway(port, join(folder, 's3'));
  await storage.start();
  databases.push(await startPostgres(), await startPostgres());
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  await Promise.all(databases.map((database) => database.stop()));
  await storage?.kill();
});

const placeOf = (name: 'old' | 'new') => ({
  DATABASE_URL: databases[name === 'old' ? 0 : 1]!.url,
  S3_ENDPOINT: `http://127.0.0.1:${port}`,
  S3_BUCKET: name,
  ...S3_KEYS,
});

async function start(name: 'old' | 'new'): Promise<Service> {
  const dataDir = join(folder, `${name}-data`);
  const service = await startService({ dataDir, env: { ...placeOf(name), VISAVIS_WORKERS: '1' } });
  services.push(service);
  return service;
}

test('the content of a database and a bucket is moved to another database and bucket', async () => {
  const old = await start('old');
  const brains: string[] = [];
  const write = async () => {
    brains.push((await old.client.post('/v3/brains', { body: { instructions: `n ${brains.length}` } })).id);
  };
  for (let n = 0; n < 10; n++) await write();
  const baseId = await createKnowledgeBase(old, 'Museum', 'The museum opens at nine.');
  const before = [...brains];
  const file = join(folder, 'all');
  let isWriting = true;
  const writing = (async () => {
    while (isWriting) await write();
  })();
  const backup = await runCommand(['backup', file], { ...placeOf('old'), VISAVIS_DATA_DIR: old.dataDir });
  isWriting = false;
  await writing;
  expect(backup).toMatchObject({ code: 0 });
  expect(await runCommand(['backup', '--verify', file], {})).toMatchObject({ code: 0 });
  await old.stop();

  const dataDir = join(folder, 'new-data');
  const restored = await runCommand(['restore', file], { ...placeOf('new'), VISAVIS_DATA_DIR: dataDir });
  expect(restored).toMatchObject({ code: 0 });
  const fresh = await start('new');
  for (const id of before) await fresh.client.get('/v3/brains/{id}', { path: { id } });
  const base = await fresh.client.get('/v3/knowledge-bases/{id}', { path: { id: baseId } });
  expect(base.documents).toMatchObject([{ status: 'indexed' }]);
  // Indexed again from the file in the new bucket, not restored from the old index.
  const path = { id: baseId, doc: base.documents[0]!.id };
  await fresh.client.patch('/v3/knowledge-bases/{id}/documents/{doc}/index', { path });
  const query = { query: 'When does it open?' };
  await poll(
    'the passage of the restored file',
    () => fresh.client.get('/v3/knowledge-bases/{id}/passages', { path: { id: baseId }, query }),
    ({ passages }) => passages.some(({ text }) => text.includes('opens at nine')),
  );
  const again = await runCommand(['restore', file], {
    ...placeOf('new'),
    VISAVIS_DATA_DIR: join(folder, 'other'),
  });
  expect(again.code).toBe(1);
  expect(again.stderr).toMatch(/not empty/);
});
