import type { Face, FrameRequest } from '../../faces/face.ts';
import { STANDSTILL_MS } from '../../lib/after-silence.ts';
import type { Clock } from '../../lib/clock.ts';
import type { PictureSize } from '../room/avatar-tracks.ts';

/** Maximum unanswered requests: a slot of the face stays valid for four requests. */
const MAX_UNANSWERED = 2;
/** A face that has not answered for this long has failed. */
const UNANSWERED_MS = 2000;

export interface DrawnPicture {
  readonly index: number;
  readonly i420: Uint8Array;
  readonly size: PictureSize;
}

/** Requests frames of one face, and keeps the newest one drawn. */
export class FaceRequests {
  readonly #face: Face;
  readonly #clock: Clock;
  readonly #handleFailure: (error: Error) => void;
  /** When each open request was made, by its index. */
  readonly #unanswered = new Map<number, number>();
  #askedLastAt = 0;
  #index = 0;
  /** The newest frame that nobody has taken. */
  #ready: DrawnPicture | undefined;
  #newest = -1;
  #isQuick = false;
  #closed = false;

  constructor(face: Face, clock: Clock, handleFailure: (error: Error) => void) {
    this.#face = face;
    this.#clock = clock;
    this.#handleFailure = handleFailure;
  }

  get isQuick(): boolean {
    return this.#isQuick;
  }

  request(ptsMs: number, look: () => Omit<FrameRequest, 'index' | 'ptsMs'>): void {
    const now = this.#clock.now();
    // After a standstill of this process the face's answers have not been read yet: restart their timeouts.
    if (now - this.#askedLastAt > STANDSTILL_MS) {
      for (const index of this.#unanswered.keys()) this.#unanswered.set(index, now);
    }
    this.#askedLastAt = now;
    for (const askedAt of this.#unanswered.values()) {
      if (now - askedAt > UNANSWERED_MS) {
        this.#fail(new Error(`the face has not answered for ${UNANSWERED_MS} ms`));
        return;
      }
    }
    if (this.#unanswered.size >= MAX_UNANSWERED) return;
    const index = this.#index++;
    this.#unanswered.set(index, now);
    this.#face.requestFrame({ index, ptsMs, ...look() }).then(
      (frame) => {
        this.#unanswered.delete(index);
        if (this.#closed || frame.index <= this.#newest) return;
        this.#newest = frame.index;
        this.#ready = { ...frame, size: this.#face.caps };
        this.#isQuick = frame.quick ?? false;
      },
      (error: unknown) => this.#fail(error instanceof Error ? error : new Error(String(error))),
    );
  }

  take(): DrawnPicture | undefined {
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
