import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../support/command.ts';
import { openDatabase } from '../support/inside.ts';

let folder: string;
const at = (name: string) => join(folder, name);
const run = (args: string[], dataDir: string) => runCommand(args, { VISAVIS_DATA_DIR: at(dataDir) });

async function withStore<T>(
  dataDir: string,
  use: (query: (sql: string) => Promise<unknown[]>) => Promise<T>,
) {
  const database = await openDatabase({ dataDir: join(at(dataDir), 'store') });
  try {
    return await use(async (sql) => (await database.pool.query(sql)).rows);
  } finally {
    await database.close();
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'visavis-move-'));
  await withStore('old', (query) =>
    query(`insert into organizations (id, name, plan, max_session_seconds, concurrent_sessions, document_bytes,
      charge_by_second, anchor_day, allowed_origins, created_at, updated_at)
      values ('org_1', 'Grüße', 'free', 60, 1, 1000, 0, 1, '[]', now(), now())`),
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const FAULTS: readonly [what: string, args: string[], dataDir: string, says: RegExp][] = [
  ['there is no store', ['export', 'x.jsonl'], 'nothing', /nothing to export/],
  ['the file is none of ours', ['import', 'taken'], 'empty', /no export/],
  ['the file is there', ['export', 'taken'], 'old', /taken cannot be written \(EEXIST\)/],
  ['its folder is not', ['export', 'no/where'], 'old', /cannot be written \(ENOENT\)/],
  ['there is no file', ['import', 'missing'], 'empty', /missing cannot be read \(ENOENT\)/],
  ['the file is cut off', ['import', 'cut.gz'], 'empty', /no complete gzip file/],
  ['the store is not empty', ['import', 'whole.jsonl'], 'old', /not empty/],
];

describe('visavis export and import', () => {
  test('move every row by way of a compressed file', async () => {
    const name = 'all.gz';
    const exported = await run(['export', at(name)], 'old');
    expect(exported).toMatchObject({ code: 0, stderr: '' });
    expect(exported.stdout).toContain(at(name));
    expect((await stat(at(name))).mode & 0o777).toBe(0o600);
    const bytes = await readFile(at(name));
    expect(gunzipSync(bytes).toString().split('\n')[0]).toContain('visavis-export');
    const imported = await run(['import', at(name)], 'new');
    expect(imported).toMatchObject({ code: 0, stderr: '' });
    expect(imported.stdout).toMatch(/\d+ rows/);
    const names = await withStore('new', (query) => query('select name from organizations'));
    expect(names).toEqual([{ name: 'Grüße' }]);
  });

  test.each(FAULTS)('say in one line when %s', async (_what, [command, file], dataDir, says) => {
    await writeFile(at('taken'), 'precious');
    if (file === 'whole.jsonl') await run(['export', at(file)], 'old');
    if (file === 'cut.gz') await writeFile(at(file), Buffer.from('1f8b0800000000000003', 'hex'));
    const { code, stdout, stderr } = await run([command!, at(file!)], dataDir);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(says);
    expect(stderr).not.toContain('    at ');
    expect(await readFile(at('taken'), 'utf8')).toBe('precious');
  });

  test('name their file', async () => {
    for (const command of ['export', 'import']) {
      expect(await run([command], 'old')).toMatchObject({ code: 2, stderr: expect.stringContaining('file') });
    }
  });
});
