import type { Readable } from 'node:stream';

/** Bytes, or a stream of any length. A stream that is refused midway is not destroyed. */
export type BlobBody = Uint8Array | Readable | AsyncIterable<Uint8Array>;

export interface PutBlobOptions {
  /** The media type, as in HTTP; `get` returns it. */
  contentType: string;
  /** Maximum accepted size; `BlobTooLargeError` is thrown as soon as the stream exceeds it. */
  maxBytes: number;
}

export interface StoredBlob {
  /** Bytes. */
  size: number;
  /** Hexadecimal hash of the content. */
  sha256: string;
}

export interface BlobContent {
  /** The caller must read it to the end or destroy it. */
  stream: Readable;
  /** Bytes. */
  size: number;
  contentType: string;
}

/**
 * File storage. Writes are atomic: a blob appears completely or not at all, and replaces an older one with the same
 * key. Keys are lower-case segments joined by `/`, such as `documents/kbd_01j…`; others throw `InvalidBlobKeyError`. If
 * the storage cannot be reached, every method throws `BlobStoreError`.
 */
export interface BlobStore {
  put(key: string, body: BlobBody, options: PutBlobOptions): Promise<StoredBlob>;
  get(key: string): Promise<BlobContent | undefined>;
  /** Does nothing if the blob does not exist. */
  delete(key: string): Promise<void>;
  /** Deletes every blob whose key begins with `prefix`, which must end with `/`. */
  deletePrefix(prefix: string): Promise<void>;
  /** All blobs, in no particular order; those created or deleted during the listing may be missing. */
  list(): AsyncIterable<ListedBlob>;
}

export interface ListedBlob {
  key: string;
  /** Changes when the blob is replaced. */
  version: string;
}

export class BlobTooLargeError extends Error {
  override readonly name = 'BlobTooLargeError';
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`more than ${maxBytes} bytes`);
    this.maxBytes = maxBytes;
  }
}

export class InvalidBlobKeyError extends Error {
  override readonly name = 'InvalidBlobKeyError';
}

/** The storage cannot be reached, or is full. */
export class BlobStoreError extends Error {
  override readonly name = 'BlobStoreError';
  readonly kind: 'unavailable' | 'resources';

  constructor(kind: 'unavailable' | 'resources', cause: unknown) {
    super(kind === 'resources' ? 'the file storage is full' : 'the file storage is unavailable', { cause });
    this.kind = kind;
  }
}

/** Returns the whole content of a small blob, or `undefined` if it does not exist. */
export async function readBlob(blobs: BlobStore, key: string): Promise<Buffer | undefined> {
  const blob = await blobs.get(key);
  return blob && readContent(blob);
}

export async function readContent({ stream }: BlobContent): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
