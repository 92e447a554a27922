import { readCode } from '../time-code.ts';

/** A picture with a new code and when it was seen. Times are milliseconds of one clock, the same for sound. */
export interface Seen {
  at: number;
  code: number;
}

/** The receiver's own estimate, once a second. */
export interface ReceiverState {
  /** How much later the picture plays than the sound of the same sender time, in its own estimate. */
  believedOffsetMs: number;
  audioBufferMs: number;
  videoBufferMs: number;
}

export interface Witnessed {
  /** Sound after at least 150 ms of silence. */
  onsets: number[];
  pictures: Seen[];
  /** When the last packet of each picture that was presented had arrived. */
  arrivals: number[];
  receiver: ReceiverState[];
}

const AUDIBLE = 0.05;
const QUIET_MS = 150;

/** Records what is seen and heard until the record is fetched. */
export class Record {
  #witnessed = empty();
  #quietMs = QUIET_MS;
  #lastCode: number | undefined;

  /** `at` is the time of the first sample. */
  hear(samples: Float32Array, at: number, sampleRate: number): void {
    for (let n = 0; n < samples.length; n++) {
      if (Math.abs(samples[n]!) > AUDIBLE) {
        if (this.#quietMs >= QUIET_MS) this.#witnessed.onsets.push(at + (n / sampleRate) * 1000);
        this.#quietMs = 0;
      } else this.#quietMs += 1000 / sampleRate;
    }
  }

  /** `luma`: brightness of the middle of a block of the time code. */
  see(at: number, luma: (column: number, row: number) => number): void {
    const code = readCode(luma);
    if (code !== undefined && code !== this.#lastCode) this.#witnessed.pictures.push({ at, code });
    this.#lastCode = code;
  }

  arrived(at: number): void {
    this.#witnessed.arrivals.push(at);
  }

  receiver(state: ReceiverState): void {
    this.#witnessed.receiver.push(state);
  }

  get started(): boolean {
    return this.#witnessed.arrivals.length > 0;
  }

  take(): Witnessed {
    const taken = this.#witnessed;
    this.#witnessed = empty();
    return taken;
  }
}

function empty(): Witnessed {
  return { onsets: [], pictures: [], arrivals: [], receiver: [] };
}
