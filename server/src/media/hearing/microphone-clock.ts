import { MICROPHONE_RATE } from '../../audio/sample-rates.ts';

const SAMPLES_PER_MS = MICROPHONE_RATE / 1000;
/** Bursts of late audio end within this time: its earliest piece shows where the microphone's clock stands. */
const OFFSET_WINDOW_MS = 2000;
const OFFSET_STEP_MS = 100;
/** Where all pieces of the window come later than this, they are not late: audio before them was lost. */
const LOST_MS = 20;

/**
 * Where a microphone's audio lies on the clock of the conversation. On a busy machine pieces come in bursts, so the earliest pieces
 * show the true time. Only the latest seconds count, because lost audio (the native part drops what waits for longer than 100 ms)
 * moves the clock for good.
 */
export class MicrophoneClock {
  /** How much audio was taken, in milliseconds: the present time of the microphone's clock, which begins at 0. */
  receivedMs = 0;
  /** Media time of the microphone's first sample. */
  #offset = Number.POSITIVE_INFINITY;
  /** The smallest offset of each 100 ms. */
  #offsets: { at: number; offset: number }[] = [];

  /**
   * A piece of audio has come at media time `now`.
   * @returns how many milliseconds of audio were lost before it. Silence has to take their place: moving the avatar's audio
   * instead would put it over audio that was played before, and whose echo is still to come. `restart`: so much that the
   * microphone begins anew
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

  /** The time of the microphone's clock at media time `at`. */
  fromMedia(at: number): number {
    return at - this.#offset;
  }

  advance(samples: number): void {
    this.receivedMs += samples / SAMPLES_PER_MS;
  }
}
