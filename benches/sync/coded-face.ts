import type { Face, FaceCaps, FrameRequest, RenderedFrame } from '@visavis/server/dist/faces/face.js';
import { CODE_BITS, CODE_PERIOD_MS, isBright } from './time-code.ts';

const SLOTS = 6;

/**
 * Wraps another face and adds a time code at the top of its speaking frames: `FrameRequest.energy` carries the time
 * within the utterance (see `coded-worker.ts`), and the frame shows it.
 */
export class CodedFace implements Face {
  readonly #inner: Face;
  readonly #slots: Uint8Array[];

  constructor(inner: Face) {
    this.#inner = inner;
    const { width, height } = inner.caps;
    this.#slots = Array.from({ length: SLOTS }, () => new Uint8Array((width * height * 3) / 2));
  }

  get caps(): FaceCaps {
    return this.#inner.caps;
  }

  async requestFrame(request: FrameRequest): Promise<RenderedFrame> {
    const { index, i420 } = await this.#inner.requestFrame({ ...request, energy: request.visemes ? 0.5 : 0 });
    if (request.state !== 'speaking') return { index, i420 };
    // The renderer may reuse its last frame, so the code is drawn into a copy.
    const coded = this.#slots[index % SLOTS]!;
    coded.set(i420);
    this.#paint(coded, Math.round(request.energy * CODE_PERIOD_MS) % CODE_PERIOD_MS);
    return { index, i420: coded };
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  #paint(i420: Uint8Array, code: number): void {
    const { width, height } = this.caps;
    const block = width / CODE_BITS;
    for (let y = 0; y < block * 2; y++) {
      for (let column = 0; column < CODE_BITS; column++) {
        const from = y * width + column * block;
        i420.fill(isBright(code, column, y < block ? 0 : 1) ? 235 : 16, from, from + block);
      }
    }
    // The colour planes are a quarter of the size, one after the other.
    const grey = (width / 2) * block;
    i420.fill(128, width * height, width * height + grey);
    i420.fill(128, (width * height * 5) / 4, (width * height * 5) / 4 + grey);
  }
}
