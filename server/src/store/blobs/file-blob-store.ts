import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type {
  BlobBody,
  BlobContent,
  BlobStore,
  ListedBlob,
  PutBlobOptions,
  StoredBlob,
} from '../../domain/blobs.ts';
import type { DiskReserve } from '../../lib/disk-reserve.ts';
import { checkBlobKey, checkBlobPrefix } from './blob-key.ts';
import { MeasuredChunks } from './measured-chunks.ts';

/** Bytes of metadata (JSON, padded) at the start of a file: one rename puts it and the content in place. */
const HEADER_BYTES = 512;
const INCOMING = '.incoming';
const SUFFIX = '.blob';
const ABANDONED_MS = 24 * 3_600_000;
/** A blob reserves disk space in steps of this size, so that a slow or endless upload holds little. */
const RESERVATION_STEP_BYTES = 4 * 1024 * 1024;

const DISK_FULL_CODES = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** `kind` has the same name in all store errors: see `isUnavailable` of the domain. */
export class DiskFullError extends Error {
  override readonly name = 'DiskFullError';
  readonly kind = 'resources';

  constructor() {
    super('the disk is full');
  }
}

export const toDiskFullError = (error: unknown) =>
  DISK_FULL_CODES.includes((error as NodeJS.ErrnoException).code ?? '') ? new DiskFullError() : error;

interface Header {
  contentType: string;
  size: number;
  sha256: string;
}

/**
 * Stores blobs as files below `root`. A blob is written to a temporary file, synced to disk and renamed into place, so
 * that a crash leaves no partial blob and a reader sees none. Rejects if `root` cannot be written.
 * @param disk keeps a reserve free: a blob that would need it fails with `DiskFullError`
 */
export async function openFileBlobStore(root: string, disk?: DiskReserve): Promise<BlobStore> {
  const incoming = path.join(root, INCOMING);
  await fs.mkdir(incoming, { recursive: true, mode: 0o700 });
  await removeAbandoned(incoming);
  return new FileBlobStore(root, disk);
}

class FileBlobStore implements BlobStore {
  readonly #root: string;
  readonly #disk: DiskReserve | undefined;

  constructor(root: string, disk: DiskReserve | undefined) {
    this.#root = path.resolve(root);
    this.#disk = disk;
  }

  async put(key: string, body: BlobBody, options: PutBlobOptions): Promise<StoredBlob> {
    const target = this.#fileOf(key);
    const draft = path.join(this.#root, INCOMING, randomUUID());
    try {
      const stored = await writeDraft(draft, body, options, this.#disk);
      await this.#moveIntoPlace(draft, target);
      return stored;
    } catch (error) {
      await fs.rm(draft, { force: true });
      throw toDiskFullError(error);
    }
  }

  async get(key: string): Promise<BlobContent | undefined> {
    const handle = await openIfExists(this.#fileOf(key));
    if (!handle) return undefined;
    try {
      const header = Buffer.alloc(HEADER_BYTES);
      await handle.read(header, 0, HEADER_BYTES, 0);
      const { contentType, size } = JSON.parse(header.toString('utf8')) as Header;
      return { stream: handle.createReadStream({ start: HEADER_BYTES }), size, contentType };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    await fs.rm(this.#fileOf(key), { force: true });
  }

  async deletePrefix(prefix: string): Promise<void> {
    checkBlobPrefix(prefix);
    const trash = path.join(this.#root, INCOMING, randomUUID());
    try {
      // Rename the folder first: blobs that are stored meanwhile then go into a new folder.
      await fs.rename(path.join(this.#root, prefix), trash);
    } catch (error) {
      if (isMissing(error)) return;
      throw error;
    }
    await fs.rm(trash, { recursive: true, force: true });
  }

  async *list(folder = ''): AsyncGenerator<ListedBlob> {
    const entries = await fs
      .readdir(path.join(this.#root, folder), { withFileTypes: true })
      .catch(emptyIfMissing);
    for (const entry of entries) {
      const name = folder + entry.name;
      if (entry.isDirectory() && name !== INCOMING) yield* this.list(`${name}/`);
      if (!entry.isFile() || !name.endsWith(SUFFIX)) continue;
      const stat = await fs.stat(path.join(this.#root, name)).catch(() => undefined);
      // The inode changes with each replacement, even if the clock does not.
      if (stat) yield { key: name.slice(0, -SUFFIX.length), version: `${stat.ino}-${stat.mtimeMs}` };
    }
  }

  /** The suffix distinguishes the file of `a` from the folder of `a/b`. */
  #fileOf(key: string): string {
    checkBlobKey(key);
    return path.join(this.#root, key + SUFFIX);
  }

  async #moveIntoPlace(draft: string, target: string): Promise<void> {
    const folder = path.dirname(target);
    for (let attempt = 1; ; attempt += 1) {
      const created = await fs.mkdir(folder, { recursive: true, mode: 0o700 });
      try {
        await fs.rename(draft, target);
      } catch (error) {
        // A concurrent `deletePrefix` may have deleted the folder again.
        if (isMissing(error) && attempt < 3) continue;
        throw error;
      }
      await syncFolders(folder, created ? path.dirname(created) : folder);
      return;
    }
  }
}

async function writeDraft(
  file: string,
  body: BlobBody,
  options: PutBlobOptions,
  disk: DiskReserve | undefined,
): Promise<StoredBlob> {
  const reservation = new DiskReservation(disk, options.maxBytes + HEADER_BYTES);
  const handle = await fs.open(file, 'wx', 0o600);
  try {
    const chunks = new MeasuredChunks(body, options.maxBytes);
    let at = HEADER_BYTES;
    for await (const chunk of chunks) {
      await reservation.write(handle, chunk, at);
      at += chunk.byteLength;
    }
    const stored = chunks.finish();
    const header: Header = { contentType: options.contentType.slice(0, 200), ...stored };
    const text = Buffer.from(JSON.stringify(header));
    await reservation.write(handle, Buffer.concat([text, Buffer.alloc(HEADER_BYTES - text.length, ' ')]), 0);
    await handle.sync();
    return stored;
  } finally {
    reservation.release();
    await handle.close();
  }
}

/** The disk space that a draft has reserved and not used yet. */
class DiskReservation {
  readonly #disk: DiskReserve | undefined;
  /** The bytes that the draft may still need. */
  #needed: number;
  #reserved = 0;

  constructor(disk: DiskReserve | undefined, maxBytes: number) {
    this.#disk = disk;
    this.#needed = maxBytes;
  }

  /** @throws DiskFullError if it would use up the reserve */
  async write(handle: fs.FileHandle, bytes: Uint8Array, at: number): Promise<void> {
    const size = bytes.byteLength;
    if (this.#reserved < size) {
      const more = Math.max(size - this.#reserved, Math.min(RESERVATION_STEP_BYTES, this.#needed));
      if (this.#disk && !(await this.#disk.take(more))) throw new DiskFullError();
      this.#reserved += more;
      this.#needed -= more;
    }
    await writeWhole(handle, bytes, at);
    this.#reserved -= size;
    this.#disk?.settle(size);
  }

  release(): void {
    this.#disk?.settle(this.#reserved);
    this.#reserved = 0;
  }
}

/** Writes all bytes: a disk that fills up accepts only a part, and reports the error at the next write. */
async function writeWhole(handle: fs.FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.byteLength; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.byteLength - done, at + done);
    done += bytesWritten;
  }
}

async function openIfExists(file: string): Promise<fs.FileHandle | undefined> {
  return fs.open(file, 'r').catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
}

function emptyIfMissing(error: unknown): [] {
  if (isMissing(error)) return [];
  throw error;
}

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** Syncs each folder from the file's up to `top`: a new name is durable once the folder that holds it is synced. */
async function syncFolders(folder: string, top: string): Promise<void> {
  // Windows cannot open folders, and persists their entries itself.
  if (process.platform === 'win32') return;
  for (let current = folder; ; current = path.dirname(current)) {
    // The folder is absent if it was deleted right after; then there is nothing to sync.
    const handle = await openIfExists(current);
    try {
      await handle?.sync();
    } finally {
      await handle?.close();
    }
    if (current === top || current === path.dirname(current)) return;
  }
}

/**
 * Removes the temporary files of processes that died while writing, and the folders that they were deleting. Recent
 * ones may belong to a live process.
 */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await fs.readdir(folder)) {
    const file = path.join(folder, name);
    const stat = await fs.stat(file).catch(() => undefined);
    if (stat && Date.now() - stat.mtimeMs > ABANDONED_MS) await fs.rm(file, { recursive: true, force: true });
  }
}
