import { MICROPHONE_RATE } from '../../audio/sample-rates.ts';

const SAMPLES_PER_MS = MICROPHONE_RATE / 1000;
/** Bursts of late audio end within this time, so the earliest piece in it shows the clock's true offset. */
const OFFSET_WINDOW_MS = 2000;
const OFFSET_STEP_MS = 100;
/** If all pieces of the window are later than this, they are not late: audio before them was lost. */
const LOST_MS = 20;

/**
 * Maps a microphone's audio to the conversation's clock. On a busy machine pieces arrive in bursts, so the earliest
 * pieces show the true time. Only the latest seconds count, because lost audio (the native part drops what waits for
 * longer than 100 ms) shifts the clock permanently.
 */
export class MicrophoneClock {
  /** Milliseconds of audio received so far: the current time of the microphone's clock, which begins at 0. */
  receivedMs = 0;
  /** Media time of the microphone's first sample. */
  #offset = Number.POSITIVE_INFINITY;
  /** The smallest offset of each 100 ms. */
  #offsets: { at: number; offset: number }[] = [];

  /**
   * Registers a piece of audio that has arrived at media time `now`.
   * @returns how many milliseconds of audio were lost before it, or `restart` if so much was lost that the microphone
   * has to start anew. The caller must insert silence for the lost audio: if it moved the avatar's audio instead, that
   * would overlap audio played earlier whose echo is still to come
   */
  follow(now: number): number | 'restart' {
    const offset = now - this.receivedMs;
    const last = this.#offsets.at(-1);
    if (last && now - last.at < OFFSET_STEP_MS) last.offset = Math.min(last.offset, offset);
    else this.#offsets.push({ at: now, offset });
    while (now - this.#offsets[0]!.at > OFFSET_WINDOW_MS) this.#offsets.shift();
    this.#offset = Math.min(this.#offset, offset);
    const lostMs = Math.min(...this.#offsets.map((each) => each.offset)) - this.#offset;
    if (lostMs > OFFSET_WINDOW_MS) return 'restart';
    if (lostMs <= LOST_MS) return 0;
    for (const each of this.#offsets) each.offset -= lostMs;
    return lostMs;
  }

  /** Converts media time to the microphone's clock. */
  fromMedia(at: number): number {
    return at - this.#offset;
  }

  advance(samples: number): void {
    this.receivedMs += samples / SAMPLES_PER_MS;
  }
}
