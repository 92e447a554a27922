import { createHash } from 'node:crypto';

/** Caches what was made of pictures, by the content of their files. The least recently used is removed first. */
export class KeptByContent<Made> {
  /** The most recently used is last. */
  readonly #kept = new Map<string, Made>();
  readonly #maxSize: number;
  readonly #sizeOf: (made: Made) => number;
  #size = 0;

  /** `maxSize` is the maximum sum of the sizes, each of which is 1 unless `sizeOf` is given. */
  constructor(maxSize: number, sizeOf: (made: Made) => number = () => 1) {
    this.#maxSize = maxSize;
    this.#sizeOf = sizeOf;
  }

  get(key: string): Made | undefined {
    const made = this.#kept.get(key);
    if (made) this.set(key, made);
    return made;
  }

  set(key: string, made: Made): void {
    this.#forget(key);
    this.#kept.set(key, made);
    this.#size += this.#sizeOf(made);
    for (const oldest of this.#kept.keys()) if (this.#size > this.#maxSize) this.#forget(oldest);
  }

  #forget(key: string): void {
    const made = this.#kept.get(key);
    if (made) this.#size -= this.#sizeOf(made);
    this.#kept.delete(key);
  }
}

/** Returns the key of a file. */
export const contentKey = (file: Uint8Array): string => createHash('sha256').update(file).digest('base64');
