import type { Readable } from 'node:stream';

export interface BlobStore {
  put(
    key: string,
    content: Readable | Uint8Array,
    options?: { contentType?: string },
  ): Promise<{ size: number }>;
  get(key: string): Promise<Readable>;
  delete(key: string): Promise<void>;
}

export async function readBlob(blobs: BlobStore, key: string): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of await blobs.get(key)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
