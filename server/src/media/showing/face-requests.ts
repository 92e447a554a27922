import type { Face, FrameRequest } from '../../faces/face.ts';
import { STANDSTILL_MS } from '../../lib/after-silence.ts';
import type { Clock } from '../../lib/clock.ts';
import { toError } from '../../lib/to-error.ts';
import type { FrameSize } from '../room/avatar-tracks.ts';

/** Maximum unanswered requests: a slot of the face stays valid for four requests. */
const MAX_PENDING = 2;
/** A face that has not answered for this long has failed. */
const ANSWER_TIMEOUT_MS = 2000;

export interface DrawnFrame {
  readonly index: number;
  readonly i420: Uint8Array;
  readonly size: FrameSize;
}

/** Requests frames of one face, and keeps the newest one drawn. */
export class FaceRequests {
  readonly #face: Face;
  readonly #clock: Clock;
  readonly #handleFailure: (error: Error) => void;
  /** When each open request was made, by its index. */
  readonly #pending = new Map<number, number>();
  #lastRequestAt = 0;
  #index = 0;
  /** The newest frame that nobody has taken. */
  #ready: DrawnFrame | undefined;
  #newestIndex = -1;
  #isInFastMotion = false;
  #closed = false;

  constructor(face: Face, clock: Clock, handleFailure: (error: Error) => void) {
    this.#face = face;
    this.#clock = clock;
    this.#handleFailure = handleFailure;
  }

  get isInFastMotion(): boolean {
    return this.#isInFastMotion;
  }

  request(ptsMs: number, appearance: () => Omit<FrameRequest, 'index' | 'ptsMs'>): void {
    const now = this.#clock.now();
    // After a standstill of this process the face's answers have not been read yet: restart their timeouts.
    if (now - this.#lastRequestAt > STANDSTILL_MS) {
      for (const index of this.#pending.keys()) this.#pending.set(index, now);
    }
    this.#lastRequestAt = now;
    for (const requestedAt of this.#pending.values()) {
      if (now - requestedAt > ANSWER_TIMEOUT_MS) {
        this.#fail(new Error(`the face has not answered for ${ANSWER_TIMEOUT_MS} ms`));
        return;
      }
    }
    if (this.#pending.size >= MAX_PENDING) return;
    const index = this.#index++;
    this.#pending.set(index, now);
    this.#face.requestFrame({ index, ptsMs, ...appearance() }).then(
      (frame) => {
        this.#pending.delete(index);
        if (this.#closed || frame.index <= this.#newestIndex) return;
        this.#newestIndex = frame.index;
        this.#ready = { ...frame, size: this.#face.caps };
        this.#isInFastMotion = frame.isInFastMotion ?? false;
      },
      (error: unknown) => this.#fail(toError(error)),
    );
  }

  take(): DrawnFrame | undefined {
    const drawn = this.#ready;
    this.#ready = undefined;
    return drawn;
  }

  /** Closes the requests because another face replaces this one: its late answers are not shown. */
  close(): void {
    this.#closed = true;
  }

  #fail(error: Error): void {
    if (!this.#closed) this.#handleFailure(error);
  }
}
