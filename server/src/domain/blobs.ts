import type { Readable } from 'node:stream';

/** Bytes, or a stream of them of any length. A stream that is refused midway is left as it is, not destroyed. */
export type BlobBody = Uint8Array | Readable | AsyncIterable<Uint8Array>;

export interface PutBlobOptions {
  /** As in HTTP; what `get` answers later. */
  contentType: string;
  /** Largest size taken; more is refused with `BlobTooLargeError` as soon as it is seen. */
  maxBytes: number;
}

export interface StoredBlob {
  /** Bytes. */
  size: number;
  /** Of the content, hexadecimal. */
  sha256: string;
}

export interface BlobContent {
  /** To be read to its end or destroyed by the caller. */
  stream: Readable;
  /** Bytes. */
  size: number;
  contentType: string;
}

/**
 * Where files lie. A blob appears whole or not at all, and replaces an older one of the same key at once.
 * Keys are lower-case segments joined by `/`, such as `documents/kbd_01j…`; others throw `InvalidBlobKeyError`.
 */
export interface BlobStore {
  put(key: string, body: BlobBody, options: PutBlobOptions): Promise<StoredBlob>;
  get(key: string): Promise<BlobContent | undefined>;
  /** No error if there is none. */
  delete(key: string): Promise<void>;
  /** Deletes every blob whose key begins with `prefix`, which must end with `/`. */
  deletePrefix(prefix: string): Promise<void>;
  /** All that are there, in no order; those that come or go meanwhile may be left out. */
  list(): AsyncIterable<ListedBlob>;
}

export interface ListedBlob {
  key: string;
  /** Another after the blob was replaced. */
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

/** The whole content of a small blob, or undefined if there is none. */
export async function readBlob(blobs: BlobStore, key: string): Promise<Buffer | undefined> {
  const blob = await blobs.get(key);
  if (!blob) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of blob.stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
