import { open } from 'node:fs/promises';

/** Vocabularies have a few megabytes. */
const MAX_BYTES = 64 * 2 ** 20;
const KEY = 'tokenizer.chat_template';
const STRING = 8;
const ARRAY = 9;
/** The size of a value in bytes, by its type. */
const SIZES: Readonly<Record<number, number>> = {
  0: 1,
  1: 1,
  2: 2,
  3: 2,
  4: 4,
  5: 4,
  6: 4,
  7: 1,
  10: 8,
  11: 8,
  12: 8,
};

/**
 * Reads the Jinja template that formats a model's messages from the header of its GGUF file (ggml's `docs/gguf.md`).
 * @throws Error if it is not a GGUF file or has no template, so that it is not a chat model
 */
export async function readChatTemplate(path: string): Promise<string> {
  const file = await open(path);
  try {
    const size = Math.min((await file.stat()).size, MAX_BYTES);
    const { buffer } = await file.read(Buffer.alloc(size), 0, size, 0);
    const template = findTemplate(buffer);
    if (template !== undefined) return template;
  } catch (error) {
    // The header is truncated or malformed.
    if (!(error instanceof RangeError)) throw error;
  } finally {
    await file.close();
  }
  throw new Error('the file is not a chat model: it contains no chat template');
}

function findTemplate(head: Buffer): string | undefined {
  let at = 8;
  /** Advances by this many bytes, and returns the offset before. */
  const take = (bytes: number) => {
    at += bytes;
    if (at > head.length) throw new RangeError('the header of the file is incomplete');
    return at - bytes;
  };
  const int32 = () => head.readUInt32LE(take(4));
  const int64 = () => Number(head.readBigUInt64LE(take(8)));
  const text = () => {
    const bytes = int64();
    return head.toString('utf8', take(bytes), at);
  };
  const skip = (type: number, count = 1) => {
    const size = SIZES[type];
    if (type === STRING) for (let n = 0; n < count; n++) text();
    else if (size !== undefined) take(size * count);
    else throw new RangeError(`a value of the unknown type ${type}`);
  };
  if (head.toString('latin1', 0, 4) !== 'GGUF') return undefined;
  int64();
  for (let left = int64(); left > 0; left--) {
    const key = text();
    const type = int32();
    if (key === KEY && type === STRING) return text();
    if (type === ARRAY) skip(int32(), int64());
    else skip(type);
  }
  return undefined;
}
