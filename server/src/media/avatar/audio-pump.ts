import type { Clock } from '../../lib/clock.ts';
import { LeaveClock } from './leave-clock.ts';
import { CHUNK_SAMPLES, PLAYOUT_RATE } from './playout.ts';

/** Depth of the source's queue: what a stop has to throw away. The sample given now leaves 10 ms after it. */
export const AUDIO_QUEUE_MS = 40;
const CHUNK_MS = (CHUNK_SAMPLES * 1000) / PLAYOUT_RATE;

/** Where sound goes. `capture` resolves when the queue has room again: that is what paces the conversation. */
export interface AudioSink {
  capture(pcm: Int16Array<ArrayBuffer>): Promise<void>;
  /** Throws away what has not left. */
  clear(): void;
}

export interface AudioPumpOptions {
  clock: Clock;
  sink: AudioSink;
  /** Sound is held back by this, for a face that needs time to draw it. */
  delayMs: number;
  /** The next 10 ms; its first sample leaves at `leavesAt`. */
  take: (leavesAt: number) => Int16Array<ArrayBuffer>;
  /** The sink is broken; the pump has stopped. */
  onFailed: (error: Error) => void;
}

/** Feeds the sink without an end, silence included, so that media time never stops. */
export class AudioPump {
  readonly #options: AudioPumpOptions;
  readonly #leaves = new LeaveClock(AUDIO_QUEUE_MS, CHUNK_MS);
  readonly #held: Int16Array<ArrayBuffer>[] = [];
  #fade: Int16Array<ArrayBuffer> | undefined;
  #running = false;
  #waited = false;
  #cuts = 0;
  #done: Promise<void> | undefined;

  constructor(options: AudioPumpOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#running) return;
    this.#running = true;
    this.#done = this.#run();
  }

  /** Resolves when the sink is no longer in use. */
  async stop(): Promise<void> {
    this.#running = false;
    await this.#done;
  }

  /** Throws away all that has not left and plays `fade` in its place. */
  cut(fade: Int16Array<ArrayBuffer>): void {
    this.#held.length = 0;
    this.#fade = fade;
    this.#options.sink.clear();
    this.#cuts++;
  }

  async #run(): Promise<void> {
    const { clock, sink, onFailed } = this.#options;
    const holdChunks = Math.ceil(this.#options.delayMs / CHUNK_MS);
    while (this.#running) {
      const leavesAt = this.#leaves.next(clock.now(), this.#waited);
      const chunk = this.#fade ?? this.#nextHeld(holdChunks, leavesAt);
      this.#fade = undefined;
      const before = clock.now();
      const cuts = this.#cuts;
      try {
        await sink.capture(chunk);
      } catch (error) {
        if (!this.#running) return;
        this.#running = false;
        onFailed(error instanceof Error ? error : new Error(String(error)));
        return;
      }
      const waitedMs = clock.now() - before;
      const emptied = cuts !== this.#cuts || waitedMs > AUDIO_QUEUE_MS + CHUNK_MS;
      this.#waited = !emptied && waitedMs > CHUNK_MS / 5;
      if (emptied) this.#leaves.reset();
    }
  }

  #nextHeld(holdChunks: number, leavesAt: number): Int16Array<ArrayBuffer> {
    const { take } = this.#options;
    if (holdChunks === 0) return take(leavesAt);
    this.#held.push(take(leavesAt + holdChunks * CHUNK_MS));
    return this.#held.length > holdChunks ? this.#held.shift()! : new Int16Array(CHUNK_SAMPLES);
  }
}
