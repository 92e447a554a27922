import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { gunzip } from 'node:zlib';

const blockSize = 512;

/**
 * A freshly initialised cluster as a gzipped tar. Running initdb takes two seconds, unpacking a quarter of one;
 * so it is made once for an installation and kept beside the compiled code. Where that place is read-only
 * it is made for each new data directory.
 */
export async function loadTemplate(): Promise<Buffer> {
  const file = await templateFile();
  const kept = await fs.readFile(file).catch(() => undefined);
  if (kept) return kept;
  const made = await makeTemplate();
  const draft = `${file}.${process.pid}`;
  await fs.writeFile(draft, made).then(
    () => fs.rename(draft, file),
    () => undefined,
  );
  return made;
}

/** Unpacks the template as `directory`, all of it or nothing, synced to disk if `durable`. */
export async function unpackTemplate(directory: string, durable: boolean): Promise<void> {
  const tar = await promisify(gunzip)(await loadTemplate());
  const draft = `${directory}.new`;
  await fs.rm(draft, { recursive: true, force: true });
  const written = await unpackTar(tar, draft);
  if (durable) await Promise.all(written.map(syncPath));
  await fs.rename(draft, directory);
  if (durable) await syncPath(path.dirname(directory));
}

/** The file is named after the engine that it fits. */
async function templateFile(): Promise<string> {
  const engine = await fs.stat(fileURLToPath(import.meta.resolve('@electric-sql/pglite/pglite.wasm')));
  return fileURLToPath(new URL(`./template-${engine.size}.tar.gz`, import.meta.url));
}

function makeTemplate(): Promise<Buffer> {
  const worker = new Worker(new URL('./template-thread.js', import.meta.url));
  return new Promise((resolve, reject) => {
    worker.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes)));
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the template of the embedded database could not be made')));
  });
}

/** The part of ustar that PGlite writes: files and folders, names up to 100 bytes with a prefix. */
async function unpackTar(tar: Buffer, directory: string): Promise<string[]> {
  const text = (from: number, to: number) => tar.toString('latin1', from, to).replace(/\0.*$/s, '');
  await fs.mkdir(directory, { recursive: true, mode: 0o700 });
  const written = [directory];
  const files: Promise<void>[] = [];
  for (let at = 0; at + blockSize <= tar.length; ) {
    const name = text(at, at + 100);
    if (name === '') break;
    const size = Number.parseInt(text(at + 124, at + 136), 8);
    const target = path.join(directory, text(at + 345, at + 500), name);
    if (!target.startsWith(directory)) throw new Error('the template of the embedded database is damaged');
    written.push(target);
    const start = at + blockSize;
    if (tar[at + 156] === 0x35) await fs.mkdir(target, { recursive: true, mode: 0o700 });
    else files.push(fs.writeFile(target, tar.subarray(start, start + size), { mode: 0o600 }));
    at = start + Math.ceil(size / blockSize) * blockSize;
  }
  await Promise.all(files);
  return written;
}

async function syncPath(target: string): Promise<void> {
  // Windows has no sync of folders.
  const handle = await fs.open(target, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
