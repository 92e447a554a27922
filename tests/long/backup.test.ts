import { createHash } from 'node:crypto';
import { cp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../support/command.ts';
import { COMMAND, openDatabase, useFolder } from '../support/inside.ts';
import { type Service, startService, TEST_API_KEY } from '../support/service.ts';
import { StartedPrograms } from '../support/started-programs.ts';

const folder = useFolder();
let service: Service;
const at = (name: string) => join(folder, name);
const run = (args: string[], dataDir: string) => runCommand(args, { VISAVIS_DATA_DIR: dataDir });
const programs = new StartedPrograms();

/** Everything that a restore must bring back, written before the backup starts. */
interface Written {
  brains: string[];
  documents: { knowledgeBaseId: string; id: string }[];
  clientToken: string;
}
let written: Written;

async function write({ client }: Service): Promise<void> {
  const { id } = await client.post('/v3/brains', { body: { instructions: `n ${written.brains.length}` } });
  written.brains.push(id);
}

async function upload({ client }: Service, text: string): Promise<void> {
  const { id } = await client.post('/v3/knowledge-bases', { body: { name: 'b' } });
  const document = await client.uploadDocument(id, { name: 'n.txt', mimeType: 'text/plain', content: text });
  written.documents.push({ knowledgeBaseId: id, id: document.id });
}

/** Returns the SHA-256 of every uploaded file, by path. */
async function files(dataDir: string): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  const root = join(dataDir, 'files');
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    hashes[path.slice(root.length)] = createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
  }
  return hashes;
}

beforeAll(async () => {
  service = await startService({ dataDir: at('old'), env: { VISAVIS_WORKERS: '1' } });
  const { token } = await service.client.post('/v3/tokens', { body: { user: 'ada' } });
  written = { brains: [], documents: [], clientToken: token };
  for (let n = 0; n < 20; n++) await write(service);
  for (let n = 0; n < 4; n++) await upload(service, `Number ${n}. `.repeat(5000));
});
afterAll(() => service?.stop());

describe('visavis backup', () => {
  test('while clients write: contains every write that was acknowledged before it, and later writes do no harm', async () => {
    const before = structuredClone(written);
    let isWriting = true;
    const writers = [0, 1].map(async () => {
      while (isWriting) await write(service);
    });
    const { code, stdout, stderr } = await run(['backup', at('all')], service.dataDir);
    isWriting = false;
    await Promise.all(writers);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/rows and \d+ files, .*schema \d+, in [\d.]+ s/);
    expect((await stat(at('all'))).mode & 0o777).toBe(0o600);
    expect(await run(['backup', '--verify', at('all')], '')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/is intact: \d+ parts/),
    });
    expect(written.brains.length).toBeGreaterThan(before.brains.length);

    const oldFiles = await files(service.dataDir);
    expect(await service.stop()).toBe(0);
    const restored = await run(['restore', at('all')], at('new'));
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    expect((await readdir(at('new'))).toSorted()).toEqual(['admin-token', 'files', 'secret', 'store']);
    for (const name of ['secret', 'admin-token']) {
      expect(await readFile(join(at('new'), name), 'utf8')).toBe(
        await readFile(join(at('old'), name), 'utf8'),
      );
      expect((await stat(join(at('new'), name))).mode & 0o777).toBe(0o600);
    }
    expect(await files(at('new'))).toEqual(oldFiles);
    service = await startService({ dataDir: at('new'), env: { VISAVIS_WORKERS: '1' } });
    const { client } = service;
    for (const id of before.brains) await client.get('/v3/brains/{id}', { path: { id } });
    for (const { knowledgeBaseId, id } of before.documents) {
      const { documents } = await client.get('/v3/knowledge-bases/{id}', { path: { id: knowledgeBaseId } });
      expect(documents).toContainEqual(expect.objectContaining({ id, size: expect.any(Number) }));
    }
    // The token's signature is valid; only the conversation does not exist.
    const pass = await fetch(`${service.url}/v1/session-passes/conv_none`, {
      headers: { authorization: `Bearer ${before.clientToken}` },
    });
    expect(pass.status).toBe(404);
    const keyed = await fetch(`${service.url}/v3/brains`, { headers: { 'x-api-key': TEST_API_KEY } });
    expect(keyed.status).toBe(200);
  });

  test('works for a service that is stopped', async () => {
    await service.stop();
    expect(await run(['backup', at('stopped')], service.dataDir)).toMatchObject({ code: 0, stderr: '' });
    expect(await run(['backup', '--verify', at('stopped')], '')).toMatchObject({ code: 0 });
  });
});

describe('backup and restore commands report in one line', () => {
  test.each<[string, string[], string, RegExp]>([
    ['that the file is there', ['backup', 'all'], 'new', /all already exists/],
    ['that its folder is not', ['backup', 'no/where'], 'new', /no does not exist/],
    ['that there is no store', ['backup', 'nothing.tar'], 'nothing', /nothing.*\(ENOENT\)|nothing to export/],
    ['that the backup is missing', ['restore', 'missing'], 'empty', /missing cannot be read \(ENOENT\)/],
    ['that it is none', ['restore', 'none'], 'empty', /not made by this service|not a Visavis backup/],
    ['that it is cut off', ['restore', 'cut'], 'empty', /cut off/],
    ['that it is damaged', ['restore', 'flipped'], 'empty', /damaged/],
    ['that it is damaged, asked to verify', ['backup', '--verify', 'flipped'], 'empty', /damaged/],
    [
      'that the data directory is not empty',
      ['restore', 'all'],
      'new',
      /new is not empty: it contains (files|store|secret|admin-token)/,
    ],
  ])('%s', async (_what, args, dataDir, says) => {
    const bytes = await readFile(at('all'));
    await writeFile(at('none'), 'hello '.repeat(1000));
    await writeFile(at('cut'), bytes.subarray(0, bytes.length >> 1));
    bytes[bytes.length >> 2]! ^= 1;
    await writeFile(at('flipped'), bytes);
    const { code, stdout, stderr } = await run([...args.slice(0, -1), at(args.at(-1)!)], at(dataDir));
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(says);
    expect(stderr).not.toContain('    at ');
    if (dataDir === 'empty') expect(await readdir(at('empty')).catch(() => [])).toEqual([]);
  });

  test.each([
    ['backup', at, 'new'],
    ['restore', at, 'empty'],
  ] as const)('that the disk is full: %s, and leave nothing behind', async (command, path, dataDir) => {
    const file = path(command === 'backup' ? 'too-large' : 'all');
    // A file size limit simulates a full disk, which would need privileges.
    const script = `ulimit -f 40; trap '' XFSZ; exec "$0" "$@"`;
    const program = programs.start('bash', ['-c', script, process.execPath, COMMAND, command, file], {
      VISAVIS_DATA_DIR: path(dataDir),
    });
    expect(await program.exited).toBe(1);
    expect(program.lines.join('\n')).toMatch(/the disk of .* is full/);
    expect((await readdir(folder)).filter((name) => name.startsWith('too-large'))).toEqual([]);
    expect(await readdir(path('empty')).catch(() => [])).toEqual([]);
  });

  test('that the backup or the store is from a newer release, and leave the store unchanged', async () => {
    await cp(at('new'), at('newer'), { recursive: true });
    const store = () => openDatabase({ dataDir: join(at('newer'), 'store'), migrate: false });
    const ahead = await store();
    await ahead.pool.query(`insert into schema_migrations values (9999, 'of-tomorrow', 'x')`);
    await ahead.close();
    const start = await run(['serve'], at('newer'));
    expect(start.code).toBe(1);
    expect(start.stderr).toMatch(
      /the database is at migration 9999, but this release knows only up to \d+: start a newer release/,
    );
    expect(start.stderr).not.toContain('    at ');
    const after = await store();
    const { rows } = await after.pool.query('select count(*)::int as n from brains');
    await after.close();
    expect(rows[0]?.n).toBeGreaterThan(20);
    expect(await run(['backup', at('newer.tar')], at('newer'))).toMatchObject({ code: 0 });
    const { code, stderr } = await run(['restore', at('newer.tar')], at('empty'));
    expect(code).toBe(1);
    expect(stderr).toMatch(/made by a newer release .*its schema is 9999/);
  });
});
