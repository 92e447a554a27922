import { createHash } from 'node:crypto';
import type { Canvas } from '@napi-rs/canvas';
import type { LocatedFace } from '../locator/locate-face.ts';

const KEPT = 64;

/**
 * Remembers what was found in a picture: the search takes a tenth of a second, in which no other face of the thread is
 * drawn, and the pictures of a machine are few and opened often.
 */
export class FoundFaces {
  readonly #locate: (picture: Canvas) => LocatedFace | undefined;
  /** By the content of the picture's file, the one used last at the end. */
  readonly #found = new Map<string, LocatedFace | undefined>();

  constructor(locate: (picture: Canvas) => LocatedFace | undefined) {
    this.#locate = locate;
  }

  /** Whether the face in this file needs no search any more. */
  knows(image: Uint8Array): boolean {
    return this.#found.has(keyOf(image));
  }

  /** The face in a picture: `image` is its file, `picture` what that was decoded to. */
  find(image: Uint8Array, picture: Canvas): LocatedFace | undefined {
    const key = keyOf(image);
    const found = this.#found.has(key) ? this.#found.get(key) : this.#locate(picture);
    this.#found.delete(key);
    this.#found.set(key, found);
    const [oldest] = this.#found.keys();
    if (this.#found.size > KEPT && oldest !== undefined) this.#found.delete(oldest);
    return found;
  }
}

function keyOf(image: Uint8Array): string {
  return createHash('sha256').update(image).digest('base64');
}
