import type { Face, FaceIdentity, FaceOptions, FaceRenderer, OnStill } from './face.ts';

/** A renderer that counts the faces in use. */
export class OpenFaces {
  readonly #renderer: FaceRenderer;
  #open = 0;
  #waiting: (() => void)[] = [];

  constructor(renderer: FaceRenderer) {
    this.#renderer = renderer;
  }

  async open(identity: FaceIdentity, options: FaceOptions, onStill?: OnStill): Promise<Face> {
    this.#open++;
    try {
      const face = await this.#renderer.open(identity, options, onStill);
      const close = face.close.bind(face);
      let closed = false;
      face.close = async () => {
        if (!closed) this.#release();
        closed = true;
        await close();
      };
      return face;
    } catch (error) {
      this.#release();
      throw error;
    }
  }

  openUncounted(identity: FaceIdentity, options: FaceOptions): Promise<Face> {
    return this.#renderer.open(identity, options);
  }

  /** Resolves when no counted face is open. */
  none(): Promise<void> {
    if (this.#open === 0) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #release(): void {
    this.#open--;
    if (this.#open > 0) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
