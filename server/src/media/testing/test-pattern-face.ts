import type { Face, FaceCaps, FaceOptions, FrameRequest, RenderedFrame } from '../../faces/face.ts';

const SLOTS = 6;

/**
 * A face that shows its input instead of a person: the upper half is as bright as the speech is loud, the lower
 * half is white while the mouth should move and black while it is at rest. Measurements read the frames back.
 */
export class TestPatternFace implements Face {
  readonly caps: FaceCaps;
  /** All requests, for tests. */
  readonly requests: FrameRequest[] = [];
  #slots: Uint8Array[];
  #failure: Error | undefined;
  #stuck = false;
  closed = false;

  constructor({ width, height, fps }: FaceOptions) {
    this.caps = { width, height, fps };
    this.#slots = Array.from({ length: SLOTS }, () => new Uint8Array((width * height * 3) / 2).fill(128));
  }

  async requestFrame(request: FrameRequest): Promise<RenderedFrame> {
    if (this.#failure) throw this.#failure;
    if (this.#stuck) return new Promise(() => undefined);
    this.requests.push(request);
    if (this.requests.length > 1000) this.requests.shift();
    const { width, height } = this.caps;
    const i420 = this.#slots[request.index % SLOTS]!;
    i420.fill(16 + Math.round(200 * Math.min(1, request.energy)), 0, (width * height) / 2);
    i420.fill(request.visemes ? 235 : 16, (width * height) / 2, width * height);
    return { index: request.index, i420 };
  }

  /** Makes every later request fail, as with a renderer that has died. */
  fail(error = new Error('the test face was told to fail')): void {
    this.#failure = error;
  }

  /** Leaves every later request unanswered, as with a renderer that hangs. */
  hang(): void {
    this.#stuck = true;
  }

  async close(): Promise<void> {
    this.closed = true;
  }
}
