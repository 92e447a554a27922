import { createHash } from 'node:crypto';
import type { Canvas } from '@napi-rs/canvas';
import type { LocatedFace } from '../locator/locate-face.ts';

const KEPT = 64;

/**
 * Remembers the face that was found in a picture: the search takes a tenth of a second, during which the thread draws
 * no other face, and the few pictures of a machine are opened often.
 */
export class FoundFaces {
  readonly #locate: (picture: Canvas) => LocatedFace | undefined;
  /** By the content of the picture's file; the most recently used is at the end. */
  readonly #found = new Map<string, LocatedFace | undefined>();

  constructor(locate: (picture: Canvas) => LocatedFace | undefined) {
    this.#locate = locate;
  }

  /** Whether the face in this file needs no search any more. */
  knows(image: Uint8Array): boolean {
    return this.#found.has(keyOf(image));
  }

  /** The face in a picture: `image` is the file, `picture` the decoded pixels. */
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
