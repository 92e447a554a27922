import type { BlobStore } from '../../domain/blobs.ts';
import { BackupError, type BackupManifest, FILES, SECRETS } from './manifest.ts';
import { entriesOf } from './read-backup.ts';

const MOST_SECRET_BYTES = 4096;

/**
 * Writes the files of a verified backup into the blob store and returns the secrets. Of a file that occurs twice the
 * later one is kept.
 */
export async function restoreFiles(
  file: string,
  { parts }: BackupManifest,
  blobs: BlobStore,
  keepSecret: (name: string, value: string) => Promise<void>,
  onProgress: (bytes: number) => void,
): Promise<number> {
  const types = new Map(parts.map(({ name, contentType }) => [name, contentType]));
  const restored = new Set<string>();
  let bytes = 0;
  async function* counting(content: AsyncIterable<Uint8Array>) {
    for await (const piece of content) {
      bytes += piece.byteLength;
      onProgress(bytes);
      yield piece;
    }
  }
  for await (const { name, size, content } of entriesOf(file)) {
    if (name.startsWith(FILES)) {
      const contentType = types.get(name) ?? 'application/octet-stream';
      await blobs.put(name.slice(FILES.length), counting(content), { contentType, maxBytes: size });
      restored.add(name);
    } else if (name.startsWith(SECRETS)) {
      if (size > MOST_SECRET_BYTES) throw new BackupError(`${file} holds a secret that is too long: ${name}`);
      const pieces: Uint8Array[] = [];
      for await (const piece of content) pieces.push(Buffer.from(piece));
      await keepSecret(name.slice(SECRETS.length), Buffer.concat(pieces).toString());
    } else {
      bytes += size;
      onProgress(bytes);
    }
  }
  return restored.size;
}
