import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { messageOf } from '../../lib/message-of.ts';
import { ExtractionError } from './extraction-error.ts';

export interface ZipLimits {
  entries: number;
  /** The maximum unpacked size of one entry that is read. */
  entryBytes: number;
  /** The maximum unpacked size of all entries. */
  totalBytes: number;
  /** The maximum ratio of unpacked to packed size, for entries above one megabyte. */
  ratio: number;
}

const DEFAULT_LIMITS: ZipLimits = {
  entries: 5000,
  entryBytes: 40 * 1024 * 1024,
  totalBytes: 128 * 1024 * 1024,
  ratio: 300,
};

/**
 * Reads an archive's directory, and unpacks the entries that match `pattern` into `onChunk`. Stated sizes may be false,
 * and an unpacker that trusts them would fill the memory. Returns the names of all entries.
 */
export async function readZip(
  bytes: Uint8Array,
  pattern: RegExp,
  onChunk: (name: string, chunk: Buffer) => void,
  limits = DEFAULT_LIMITS,
): Promise<Set<string>> {
  const zip = await open(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const names = new Set<string>();
  let total = 0;
  try {
    if (zip.entryCount > limits.entries)
      tooComplex(`it contains ${zip.entryCount} files (at most ${limits.entries} are allowed)`);
    for await (const entry of entriesOf(zip)) {
      if (names.has(entry.fileName))
        throw new ExtractionError('damaged', 'The archive contains a file twice.');
      names.add(entry.fileName);
      if (entry.isEncrypted())
        throw new ExtractionError(
          'encrypted',
          'The document is protected by a password. Upload it without one.',
        );
      const { uncompressedSize, compressedSize } = entry;
      const isRead = pattern.test(entry.fileName);
      if (isRead && uncompressedSize > limits.entryBytes)
        tooComplex('a file in it is too large when decompressed');
      if (isRead && uncompressedSize > 1_000_000 && uncompressedSize > compressedSize * limits.ratio)
        tooComplex('the compression ratio of a file in it is suspiciously high');
      total += uncompressedSize;
      if (total > limits.totalBytes) tooComplex('it is too large when decompressed');
      if (isRead) await readEntry(zip, entry, onChunk);
    }
  } finally {
    zip.close();
  }
  return names;
}

function tooComplex(why: string): never {
  throw new ExtractionError('too_complex', `The document was refused: ${why}.`);
}

function open(buffer: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    fromBuffer(
      buffer,
      { lazyEntries: true, validateEntrySizes: true, strictFileNames: false },
      (error, zip) => {
        if (error === null) resolve(zip);
        else reject(damaged(error));
      },
    );
  });
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const entry = await new Promise<Entry | undefined>((resolve, reject) => {
      zip.removeAllListeners();
      zip.once('entry', resolve);
      zip.once('end', () => resolve(undefined));
      zip.once('error', (error: Error) => reject(damaged(error)));
      zip.readEntry();
    });
    if (entry === undefined) return;
    yield entry;
  }
}

/** `validateEntrySizes` makes the stream fail as soon as it yields more bytes than the directory states. */
async function readEntry(
  zip: ZipFile,
  entry: Entry,
  onChunk: (name: string, chunk: Buffer) => void,
): Promise<void> {
  try {
    const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
      zip.openReadStream(entry, (error, opened) => (error === null ? resolve(opened) : reject(error)));
    });
    for await (const chunk of stream) onChunk(entry.fileName, chunk as Buffer);
  } catch (error) {
    throw error instanceof ExtractionError ? error : damaged(error);
  }
}

function damaged(cause: unknown): ExtractionError {
  return new ExtractionError('damaged', `The archive is damaged: ${messageOf(cause).slice(0, 150)}`, {
    cause,
  });
}
