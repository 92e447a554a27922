import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type BlobStore, InvalidBlobKeyError } from '../../domain/blobs.ts';
import { readTar, type TarEntry, TarError } from '../../lib/tar.ts';
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

const MAX_MANIFEST_BYTES = 2 ** 28;
const MAX_SECRET_BYTES = 4096;
/** More than any part of the store that does not state its size. */
const MAX_UNPACKED_BYTES = 2 ** 30;
/** Smaller files are restored together, because each waits until the disk or the bucket has stored it. */
const SMALL_FILE_BYTES = 2 ** 18;
const FILES_AT_ONCE = 16;
/** Printable ASCII: messages contain these names. */
const PART_NAME = /^[ -~]{1,1000}$/;

/**
 * Reads a backup from end to end and compares the SHA-256 of every part.
 * @throws BackupError that names what is wrong
 */
export async function verifyBackup(
  file: string,
  onProgress: (bytes: number) => void = () => undefined,
): Promise<BackupManifest> {
  return verify(file, onProgress).catch((error: unknown) => {
    throw asBackupError(file, error);
  });
}

async function verify(file: string, onProgress: (bytes: number) => void): Promise<BackupManifest> {
  const found: BackupPart[] = [];
  let manifestText: Buffer | undefined;
  let manifestHash: string | undefined;
  let bytes = 0;
  for await (const entry of entriesOf(file)) {
    const hash = createHash('sha256');
    const pieces: Uint8Array[] = [];
    const isManifest = entry.name === MANIFEST || entry.name === MANIFEST_HASH;
    if (isManifest && (entry.size > MAX_MANIFEST_BYTES || manifestHash !== undefined)) throw notABackup(file);
    for await (const piece of entry.content) {
      hash.update(piece);
      if (isManifest) pieces.push(Buffer.from(piece));
      bytes += piece.byteLength;
      onProgress(bytes);
    }
    if (entry.name === MANIFEST) manifestText = Buffer.concat(pieces);
    else if (entry.name === MANIFEST_HASH) manifestHash = Buffer.concat(pieces).toString().split(' ')[0];
    else found.push({ name: entry.name, size: entry.size, sha256: hash.digest('hex') });
  }
  if (!manifestText || manifestHash === undefined) throw notABackup(file);
  if (sha256(manifestText) !== manifestHash)
    throw new BackupError(`${file} is damaged: the SHA-256 of ${MANIFEST} does not match`);
  const manifest = readManifest(manifestText);
  if (!manifest) throw notABackup(file);
  if (manifest.formatVersion !== 1)
    throw new BackupError(
      `${file} was made by a newer release (${manifest.release}): use that release or a newer one`,
    );
  compare(file, manifest.parts, found);
  return manifest;
}

/** Parses the manifest and validates it, because whoever forges a backup forges its checksums as well. */
function readManifest(text: Buffer): BackupManifest | undefined {
  try {
    const manifest = JSON.parse(text.toString()) as BackupManifest;
    const { format, migration, release, createdAt, parts } = manifest;
    // Commands print these texts, so a terminal must not take them for something else.
    const isValid =
      format === 'visavis-backup' &&
      Number.isSafeInteger(migration) &&
      isText(release, /^[\w.+-]{1,100}$/) &&
      isText(createdAt, /^\d{4}-\d\d-\d\dT[\d:.]{1,20}Z$/);
    const isPart = ({ name, contentType = '', unpackedSize = 0 }: BackupPart) =>
      isText(name, PART_NAME) &&
      isText(contentType, /^[ !#-[\]-~]{0,200}$/) &&
      Number.isSafeInteger(unpackedSize);
    return isValid && parts.every(isPart) ? manifest : undefined;
  } catch {
    return undefined;
  }
}

const isText = (value: unknown, pattern: RegExp) => typeof value === 'string' && pattern.test(value);

function compare(file: string, parts: readonly BackupPart[], found: readonly BackupPart[]): void {
  for (const [at, { name, size, sha256: expected }] of parts.entries()) {
    const part = found[at];
    if (part?.name !== name) throw new BackupError(`${file} is damaged: ${name} is missing`);
    if (part.size !== size || part.sha256 !== expected)
      throw new BackupError(`${file} is damaged: the SHA-256 of ${name} does not match`);
  }
  if (found.length > parts.length)
    throw new BackupError(`${file} is damaged: its manifest does not list ${found[parts.length]!.name}`);
}

const notABackup = (file: string) => new BackupError(`${file} is not a Visavis backup`);

/** Replaces what could control a terminal. */
const toPrintable = (text: string) => text.replace(/[^ -~]/g, '?').slice(0, 500);

/** Yields a backup's parts in order. @throws BackupError for an unknown name; see `asBackupError` */
async function* entriesOf(file: string): AsyncGenerator<TarEntry> {
  for await (const entry of readTar(createReadStream(file, { highWaterMark: 2 ** 20 }))) {
    if (!PART_NAME.test(entry.name)) throw notABackup(file);
    yield entry;
  }
}

/** Translates an error that occurred while reading a backup into one for the operator. */
export function asBackupError(file: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof TarError) return new BackupError(`${file}: ${toPrintable(error.message)}`);
  if (error instanceof InvalidBlobKeyError)
    return new BackupError(`${file} contains a file whose name is not allowed`);
  if (code?.startsWith('Z_')) return new BackupError(`${file} contains a store that cannot be decompressed`);
  if (code === 'EISDIR') return new BackupError(`${file} is a folder`);
  if (code === 'ENOENT' || code === 'EACCES') return new BackupError(`${file} cannot be read (${code})`);
  return error;
}

/** Yields the store's lines from a verified backup. @throws BackupError if a part is larger than it states */
export async function* storeLines(file: string, { parts }: BackupManifest): AsyncGenerator<Uint8Array> {
  const sizes = new Map(parts.map(({ name, unpackedSize }) => [name, unpackedSize]));
  for await (const { name, content } of entriesOf(file)) {
    if (!name.startsWith(STORE)) continue;
    const gunzip = createGunzip();
    // An error destroys the last stream of the pipeline, which is read below.
    pipeline(Readable.from(content, { objectMode: false }), gunzip, () => undefined);
    let remainingBytes = sizes.get(name) ?? MAX_UNPACKED_BYTES;
    for await (const piece of gunzip as AsyncIterable<Uint8Array>) {
      remainingBytes -= piece.byteLength;
      if (remainingBytes < 0)
        throw new BackupError(`${file} is damaged: ${name} is larger than stated once it is unpacked`);
      yield piece;
    }
  }
}

/**
 * Writes the files of a verified backup into the blob store and passes its secrets to `writeSecret`. If a file occurs
 * twice, the later one is kept. Returns the number of files.
 */
export async function restoreFiles(
  file: string,
  { parts }: BackupManifest,
  blobs: BlobStore,
  writeSecret: (name: string, value: string) => Promise<void>,
  onProgress: (bytes: number) => void,
): Promise<number> {
  const types = new Map(parts.map(({ name, contentType }) => [name, contentType]));
  const restored = new Set<string>();
  /** The files that are being written. One that fails stays, so that its error is thrown. */
  const writing = new Map<string, Promise<unknown>>();
  let bytes = 0;
  async function* countingBytes(content: AsyncIterable<Uint8Array>) {
    for await (const piece of content) {
      bytes += piece.byteLength;
      onProgress(bytes);
      yield piece;
    }
  }
  async function restoreFile({ name, size, content }: TarEntry) {
    const options = { contentType: types.get(name) ?? 'application/octet-stream', maxBytes: size };
    const key = name.slice(FILES.length);
    restored.add(name);
    await writing.get(name);
    if (size > SMALL_FILE_BYTES) return blobs.put(key, countingBytes(content), options);
    const body = await readWhole(countingBytes(content));
    if (writing.size === FILES_AT_ONCE) await Promise.race(writing.values());
    const put = blobs.put(key, body, options).then(() => writing.delete(name));
    // Awaited later.
    put.catch(() => undefined);
    writing.set(name, put);
  }
  try {
    for await (const entry of entriesOf(file)) {
      const { name, size, content } = entry;
      if (name.startsWith(FILES)) await restoreFile(entry);
      else if (name.startsWith(SECRETS)) {
        if (size > MAX_SECRET_BYTES)
          throw new BackupError(`${file} contains a secret that is too long: ${name}`);
        await writeSecret(name.slice(SECRETS.length), (await readWhole(content)).toString());
      } else {
        bytes += size;
        onProgress(bytes);
      }
    }
    await Promise.all(writing.values());
  } finally {
    await Promise.allSettled(writing.values());
  }
  return restored.size;
}

async function readWhole(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}
