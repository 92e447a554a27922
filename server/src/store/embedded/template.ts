import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { gunzip } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { allInOrder } from '../../lib/all-in-order.ts';
import type { Migration } from '../migrations/read-migrations.ts';

/** To be changed whenever templates are made differently, so that stored ones are made anew. */
const FORMAT = 2;

/**
 * Returns a freshly initialized cluster, migrated if `migrations` are given, as a gzipped tar. Making it takes seconds,
 * unpacking it a quarter of a second, so it is made once per installation and stored beside the compiled code. If that
 * folder is read-only, it is made for each new data directory.
 */
export async function loadTemplate(migrations: Migration[]): Promise<Buffer> {
  const file = await templateFile(migrations);
  const cached = await fs.readFile(file).catch(() => undefined);
  if (cached) return cached;
  const created = await makeTemplate(migrations);
  const draft = `${file}.${process.pid}`;
  await fs.writeFile(draft, created).then(
    () => fs.rename(draft, file),
    () => undefined,
  );
  return created;
}

/** Removes the templates of other engines and migrations, except the one without migrations. */
export async function removeStaleTemplates(migrations: Migration[]): Promise<void> {
  const current = await Promise.all([templateFile(migrations), templateFile([])]);
  const folder = path.dirname(current[0]!);
  for (const name of await fs.readdir(folder)) {
    const isTemplate = /^(?:template|empty)-[0-9a-f]{16}\.tar\.gz/.test(name);
    const file = path.join(folder, name);
    if (isTemplate && !current.includes(file)) await fs.rm(file, { force: true });
  }
}

export interface TemplateOptions {
  /** Sync every file to disk. */
  durable: boolean;
  /** The migrations that the new cluster contains. */
  migrations: Migration[];
}

/** Creates a new cluster in `directory`, completely or not at all. */
export async function unpackTemplate(directory: string, options: TemplateOptions): Promise<void> {
  const { durable, migrations } = options;
  const tar = await promisify(gunzip)(await loadTemplate(migrations));
  const draft = `${directory}.new`;
  await fs.rm(draft, { recursive: true, force: true });
  await fs.mkdir(draft, { mode: 0o700 });
  const folders = [draft];
  const files: { target: string; data: Uint8Array }[] = [];
  for (const { header, data } of await unpackTar(tar, { strict: true })) {
    const target = path.join(draft, header.name);
    if (data) files.push({ target, data });
    else {
      await fs.mkdir(target, { mode: 0o700 });
      folders.push(target);
    }
  }
  // Started where all are awaited: a write that failed before that would end the process.
  await allInOrder(
    files.map(({ target, data }) => fs.writeFile(target, data, { mode: 0o600, flush: durable })),
  );
  if (durable) await allInOrder(folders.map(syncFolder));
  await fs.rename(draft, directory);
  if (durable) await syncFolder(path.dirname(directory));
}

/** Returns the path of a template, named after the engine and migrations. The published package lacks the empty one. */
async function templateFile(migrations: Migration[]): Promise<string> {
  const engine = await fs.stat(fileURLToPath(import.meta.resolve('@electric-sql/pglite/pglite.wasm')));
  const hash = createHash('sha256').update(`${FORMAT} ${engine.size}`);
  for (const { checksum } of migrations) hash.update(checksum);
  const kind = migrations.length === 0 ? 'empty' : 'template';
  return fileURLToPath(new URL(`./${kind}-${hash.digest('hex').slice(0, 16)}.tar.gz`, import.meta.url));
}

function makeTemplate(migrations: Migration[]): Promise<Buffer> {
  const worker = new Worker(new URL('./template-thread.js', import.meta.url), { workerData: migrations });
  return new Promise((resolve, reject) => {
    worker.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes)));
    worker.once('error', reject);
    worker.once('exit', () =>
      reject(new Error('the template of the embedded database could not be created')),
    );
  });
}

async function syncFolder(target: string): Promise<void> {
  // Windows cannot open folders.
  const handle = await fs.open(target, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
