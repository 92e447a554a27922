import type { Face, FaceCaps, FrameRequest, RenderedFrame } from './face.ts';
import type { FaceThreadRequest } from './thread-messages.ts';

/** A frame stays valid until this many further frames have been requested. */
export const SLOTS = 4;

interface PendingFrame {
  resolve(frame: RenderedFrame): void;
  reject(error: Error): void;
  request: FrameRequest;
  slot: number;
}

/** The caller's side of a face that is drawn in a thread. */
export class ThreadFace implements Face {
  readonly caps: FaceCaps;
  notice?: string;
  readonly #number: number;
  readonly #slots: Uint8Array[];
  readonly #post: (message: FaceThreadRequest) => void;
  readonly #onClose: () => void;
  /** Answers arrive in the order of the requests. */
  readonly #pending: PendingFrame[] = [];
  #requested = 0;
  #ended: Error | undefined;

  constructor(
    caps: FaceCaps,
    number: number,
    slots: SharedArrayBuffer[],
    post: (message: FaceThreadRequest) => void,
    onClose: () => void,
  ) {
    this.caps = caps;
    this.#number = number;
    this.#slots = slots.map((slot) => new Uint8Array(slot));
    this.#post = post;
    this.#onClose = onClose;
  }

  requestFrame(request: FrameRequest): Promise<RenderedFrame> {
    if (this.#ended) return Promise.reject(this.#ended);
    const slot = this.#requested++ % SLOTS;
    return new Promise((resolve, reject) => {
      this.#pending.push({ resolve, reject, request, slot });
      this.#post({ type: 'frame', face: this.#number, request, slot });
    });
  }

  /** Repeats pending requests, after another thread has opened the face. */
  resend(): void {
    for (const { request, slot } of this.#pending)
      this.#post({ type: 'frame', face: this.#number, request, slot });
  }

  close(): Promise<void> {
    if (!this.#ended) {
      this.end(new Error('The face has been closed.'));
      this.#post({ type: 'close', face: this.#number });
      this.#onClose();
    }
    return Promise.resolve();
  }

  /** Resolves the oldest request. */
  resolveOldest(isInFastMotion: boolean): void {
    const waiting = this.#pending.shift();
    waiting?.resolve({ index: waiting.request.index, i420: this.#slots[waiting.slot]!, isInFastMotion });
  }

  /** Rejects the oldest request. */
  rejectOldest(error: Error): void {
    this.#pending.shift()?.reject(error);
  }

  /** Rejects all pending and future requests. */
  end(error: Error): void {
    this.#ended ??= error;
    for (const waiting of this.#pending.splice(0)) waiting.reject(this.#ended);
  }
}
