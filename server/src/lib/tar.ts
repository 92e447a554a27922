import { ReadableStream } from 'node:stream/web';
import { createTarDecoder } from 'modern-tar';

/** The bytes are not an archive, or the archive is cut off. */
export class TarError extends Error {
  override readonly name = 'TarError';
}

export interface TarEntry {
  name: string;
  /** Bytes. */
  size: number;
  /** Any unread remainder is skipped. */
  content: AsyncIterable<Uint8Array>;
}

/** Yields the files of an archive in order. @throws TarError also if the archive contains anything but files */
export async function* readTar(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const entries = ReadableStream.from(bytes).pipeThrough(createTarDecoder({ strict: true }));
  for await (const { header, body } of explaining(entries)) {
    const { name, size, type } = header;
    if (type !== 'file')
      throw new TarError(`the archive was not made by this service: ${name} is not a file`);
    yield { name, size, content: explaining(body) };
    await body.cancel();
  }
}

/** Turns decoding errors into a `TarError`. System errors, which have a code, are not the archive's fault. */
async function* explaining<T>(stream: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* stream;
  } catch (error) {
    if (!(error instanceof Error) || 'code' in error) throw error;
    throw new TarError(`the archive is damaged, cut off, or not made by this service (${error.message})`);
  }
}
