import { createHash } from 'node:crypto';

/** Caches what was made of pictures, by the content of their files. The least recently used is removed first. */
export class ContentCache<Value> {
  /** The most recently used is last. */
  readonly #entries = new Map<string, Value>();
  readonly #maxSize: number;
  readonly #sizeOf: (made: Value) => number;
  #size = 0;

  /** `maxSize` is the maximum sum of the sizes, each of which is 1 unless `sizeOf` is given. */
  constructor(maxSize: number, sizeOf: (made: Value) => number = () => 1) {
    this.#maxSize = maxSize;
    this.#sizeOf = sizeOf;
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key);
    if (value) this.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.#remove(key);
    this.#entries.set(key, value);
    this.#size += this.#sizeOf(value);
    for (const oldest of this.#entries.keys()) if (this.#size > this.#maxSize) this.#remove(oldest);
  }

  #remove(key: string): void {
    const value = this.#entries.get(key);
    if (value) this.#size -= this.#sizeOf(value);
    this.#entries.delete(key);
  }
}

/** Returns the key of a file. */
export const contentKey = (file: Uint8Array): string => createHash('sha256').update(file).digest('base64');
