import { createHash, type Hash } from 'node:crypto';
import { ReadableStream } from 'node:stream/web';
import { gzipSync } from 'node:zlib';
import { createTarPacker, type TarPackController } from 'modern-tar';
import type { BlobStore, ListedBlob } from '../../domain/blobs.ts';
import { packageVersion } from '../../lib/package-version.ts';
import {
  BackupError,
  type BackupManifest,
  type BackupPart,
  FILES,
  MANIFEST,
  MANIFEST_HASH,
  SECRETS,
  STORE,
  sha256,
} from './manifest.ts';

export interface BackupSources {
  /** Returns a consistent snapshot of the store, as `exportDatabase` writes it. */
  lines: () => AsyncIterable<string | Uint8Array>;
  blobs: BlobStore;
  /** The secrets, by the names of their files in the data directory. */
  secrets: ReadonlyMap<string, string>;
}

export interface BackupSummary {
  manifest: BackupManifest;
  rows: number;
  files: number;
}

export type BackupProgress = (step: 'files' | 'store', done: number, total?: number) => void;

/** How many characters of the store's text are compressed as one part. */
const STORE_PART_BYTES = 4 * 2 ** 20;

/**
 * Writes a whole backup as an archive: first the existing files, then a snapshot of the store, then the files that were
 * added meanwhile. So it contains every file that the snapshot refers to, even one that was deleted right after.
 */
export async function* writeBackup(
  sources: BackupSources,
  onProgress: BackupProgress,
  onDone: (summary: BackupSummary) => void,
): AsyncGenerator<Uint8Array, void> {
  const { readable, controller } = createTarPacker();
  const packed = pack(sources, onProgress, controller)
    .then((summary) => {
      onDone(summary);
      controller.finalize();
    })
    .catch((error: unknown) => controller.error(error));
  try {
    yield* readable;
  } finally {
    // If the reader stops, packing ends with its next write; the store is closed by then.
    await packed;
  }
}

async function pack(
  { lines, blobs, secrets }: BackupSources,
  onProgress: BackupProgress,
  archive: TarPackController,
): Promise<BackupSummary> {
  const createdAt = new Date().toISOString();
  const parts: BackupPart[] = [];
  const write = (name: string, size: number, content: AsyncIterable<Uint8Array> | Uint8Array[]) =>
    ReadableStream.from(content).pipeTo(archive.add({ name, size, mode: 0o600, mtime: new Date(0) }));
  async function add(
    name: string,
    size: number,
    content: AsyncIterable<Uint8Array> | Uint8Array[],
    details = {},
  ) {
    const hash = createHash('sha256');
    await write(name, size, hashing(hash, name, size, content));
    parts.push({ name, size, sha256: hash.digest('hex'), ...details });
  }

  const copied = new Map<string, string>();
  async function addFiles() {
    const changed: ListedBlob[] = [];
    for await (const blob of blobs.list()) if (copied.get(blob.key) !== blob.version) changed.push(blob);
    let done = 0;
    for (const { key, version } of changed) {
      const blob = await blobs.get(key);
      // It was deleted after it was listed, so the snapshot does not refer to it.
      if (!blob) continue;
      const { size, stream, contentType } = blob;
      await add(FILES + key, size, stream, { contentType });
      copied.set(key, version);
      done += 1;
      onProgress('files', done, changed.length);
    }
  }

  let rows = 0;
  let migration: number | undefined;
  async function addStore() {
    let part = 0;
    for await (const text of inParts(lines())) {
      migration ??= readMigration(text);
      // Heads of tables are objects, rows are arrays.
      rows += text.match(/^\[/gm)?.length ?? 0;
      const bytes = gzipSync(text);
      part += 1;
      const name = `${STORE}${String(part).padStart(6, '0')}.jsonl.gz`;
      await add(name, bytes.length, [bytes], { unpackedSize: Buffer.byteLength(text) });
      onProgress('store', rows);
    }
  }

  await addFiles();
  await addStore();
  await addFiles();
  for (const [name, value] of secrets) {
    const bytes = Buffer.from(value);
    await add(SECRETS + name, bytes.length, [bytes]);
  }
  const manifest: BackupManifest = {
    format: 'visavis-backup',
    formatVersion: 1,
    release: packageVersion,
    migration: migration ?? 0,
    createdAt,
    secret: secrets.has('secret') ? 'included' : 'VISAVIS_SECRET',
    parts,
  };
  const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
  await write(MANIFEST, text.length, [text]);
  const hash = Buffer.from(`${sha256(text)}  ${MANIFEST}\n`);
  await write(MANIFEST_HASH, hash.length, [hash]);
  return { manifest, rows, files: copied.size };
}

/** Passes content on while hashing it. Throws if it does not have the stated size. */
async function* hashing(
  hash: Hash,
  name: string,
  size: number,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let remaining = size;
  for await (const piece of content) {
    remaining -= piece.byteLength;
    if (remaining < 0) break;
    hash.update(piece);
    yield piece;
  }
  if (remaining !== 0) throw new Error(`${name} changed while it was read: ${size} bytes were expected`);
}

function readMigration(text: string): number {
  const { format, migration } = JSON.parse(text.slice(0, text.indexOf('\n'))) as Record<string, unknown>;
  if (format === 'visavis-export' && typeof migration === 'number') return migration;
  throw new BackupError('the store did not return an export');
}

/** Groups whole lines into parts. */
async function* inParts(lines: AsyncIterable<string | Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let pending: string[] = [];
  let size = 0;
  for await (const piece of lines) {
    const text = typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
    pending.push(text);
    size += text.length;
    if (size < STORE_PART_BYTES) continue;
    const all = pending.join('');
    const end = all.lastIndexOf('\n') + 1;
    if (end > 0) yield all.slice(0, end);
    pending = [all.slice(end)];
    size = pending[0]!.length;
  }
  const rest = pending.join('');
  if (rest !== '') yield rest;
}
