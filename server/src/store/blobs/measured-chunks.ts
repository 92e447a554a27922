import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type BlobBody, BlobTooLargeError, type StoredBlob } from '../../domain/blobs.ts';

/** Passes on chunks, counts and hashes them. @throws BlobTooLargeError once the limit is exceeded */
export class MeasuredChunks {
  readonly #body: BlobBody;
  readonly #maxBytes: number;
  readonly #hash = createHash('sha256');
  #size = 0;

  constructor(body: BlobBody, maxBytes: number) {
    this.#body = body;
    this.#maxBytes = maxBytes;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunksOf(this.#body)) {
      this.#size += chunk.byteLength;
      if (this.#size > this.#maxBytes) throw new BlobTooLargeError(this.#maxBytes);
      this.#hash.update(chunk);
      yield chunk;
    }
  }

  /** Returns the size and hash of all chunks; call it once, at the end. */
  finish(): StoredBlob {
    return { size: this.#size, sha256: this.#hash.digest('hex') };
  }
}

function chunksOf(body: BlobBody): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  if (body instanceof Uint8Array) return [body];
  // Leaving the loop must not destroy the request; otherwise its sender would get no response.
  if (body instanceof Readable)
    return { [Symbol.asyncIterator]: () => body.iterator({ destroyOnReturn: false }) };
  return body;
}
