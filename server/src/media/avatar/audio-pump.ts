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

/** Ten milliseconds that have left, and when (media time). */
export interface SentSound {
  pcm: Int16Array;
  sampleRate: number;
  leftAt: number;
}

/** So much of the silence after a sound tells that it has not broken off. */
const ENDING_CHUNKS = 3;
/** How long what has left is kept for whoever asks. */
const SENT_MEMORY_MS = 1000;

export interface AudioPumpOptions {
  clock: Clock;
  sink: AudioSink;
  /** The next 10 ms; its first sample leaves at `leavesAt`. */
  take: (leavesAt: number) => Int16Array<ArrayBuffer>;
  /** Those 10 ms are with the sink: time for work that sound must not wait for. */
  onHandedOver?: () => void;
  /** The sink is broken; the pump has stopped. */
  onFailed: (error: Error) => void;
}

/** Feeds the sink without an end, silence included, so that media time never stops. */
export class AudioPump {
  readonly #options: AudioPumpOptions;
  readonly #leaves = new LeaveClock(AUDIO_QUEUE_MS, CHUNK_MS);
  #sent: { pcm: Int16Array; leavesAt: number }[] = [];
  #fade: Int16Array<ArrayBuffer> | undefined;
  #running = false;
  #cuts = 0;
  #silentChunks = ENDING_CHUNKS;
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

  /** What has left since the last call, oldest first; of a pause the beginning only. */
  takeSent(): SentSound[] {
    const now = this.#options.clock.now();
    const sent: SentSound[] = [];
    while (this.#sent[0] && this.#sent[0].leavesAt <= now) {
      const { pcm, leavesAt } = this.#sent.shift()!;
      sent.push({ pcm, sampleRate: PLAYOUT_RATE, leftAt: leavesAt });
    }
    return sent;
  }

  /** Throws away all that has not left and plays `fade` in its place. */
  cut(fade: Int16Array<ArrayBuffer>): void {
    const now = this.#options.clock.now();
    this.#sent = this.#sent.filter(({ leavesAt }) => leavesAt <= now);
    this.#fade = fade;
    this.#empty();
  }

  /**
   * Sound has come that nothing is ahead of but silence: it does not wait for a queue of that to leave. Sound that is
   * still on its way is left alone.
   */
  skipSilence(): void {
    const now = this.#options.clock.now();
    const onItsWay = this.#fade !== undefined || this.#sent.some(({ leavesAt }) => leavesAt + CHUNK_MS > now);
    if (!this.#running || onItsWay) return;
    this.#empty();
  }

  #empty(): void {
    this.#options.sink.clear();
    this.#cuts++;
  }

  async #run(): Promise<void> {
    const { clock, sink, take, onHandedOver, onFailed } = this.#options;
    while (this.#running) {
      const leavesAt = this.#leaves.next(clock.now());
      const chunk = this.#fade ?? take(leavesAt);
      this.#fade = undefined;
      this.#remember(chunk, leavesAt);
      const cuts = this.#cuts;
      try {
        const captured = sink.capture(chunk);
        onHandedOver?.();
        await captured;
      } catch (error) {
        if (!this.#running) return;
        this.#running = false;
        onFailed(error instanceof Error ? error : new Error(String(error)));
        return;
      }
      if (cuts !== this.#cuts) this.#leaves.reset();
    }
  }

  #remember(pcm: Int16Array, leavesAt: number): void {
    this.#silentChunks = pcm.some((sample) => sample !== 0) ? 0 : this.#silentChunks + 1;
    if (this.#silentChunks <= ENDING_CHUNKS) this.#sent.push({ pcm, leavesAt });
    while (this.#sent[0] && this.#sent[0].leavesAt < leavesAt - SENT_MEMORY_MS) this.#sent.shift();
  }
}
