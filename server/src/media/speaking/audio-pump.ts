import { PLAYOUT_RATE } from '../../audio/sample-rates.ts';
import type { Clock } from '../../lib/clock.ts';
import { AUDIO_QUEUE_MS, type AudioSink, CHUNK_SAMPLES } from '../room/avatar-tracks.ts';
import { LeaveClock } from './leave-clock.ts';

const CHUNK_MS = (CHUNK_SAMPLES * 1000) / PLAYOUT_RATE;

/** Ten milliseconds that were sent, and when (media time). */
export interface SentSound {
  pcm: Int16Array;
  sampleRate: number;
  leftAt: number;
}

/** How much of the silence after a sound is reported: enough to show that the sound ended and was not lost. */
const ENDING_CHUNKS = 3;
/** How long sent sound is kept for callers. */
const SENT_MEMORY_MS = 1000;

export interface AudioPumpOptions {
  clock: Clock;
  sink: AudioSink;
  /** The next 10 ms; its first sample is sent at `leavesAt`. */
  take: (leavesAt: number) => Int16Array<ArrayBuffer>;
  /** Called when the sink has those 10 ms: now is the time for work that must not delay sound. */
  onHandedOver?: () => void;
  /** There is no sound to take, or the sink is broken; the pump has stopped. */
  onFailed: (error: Error) => void;
}

/** Feeds the sink without a break, with silence where there is no sound, so that media time never stops. */
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

  /** What was sent since the last call, oldest first; of a pause only the beginning. */
  takeSent(): SentSound[] {
    const now = this.#options.clock.now();
    const sent: SentSound[] = [];
    while (this.#sent[0] && this.#sent[0].leavesAt <= now) {
      const { pcm, leavesAt } = this.#sent.shift()!;
      sent.push({ pcm, sampleRate: PLAYOUT_RATE, leftAt: leavesAt });
    }
    return sent;
  }

  /** Throws away all that was not sent and plays `fade` in its place. */
  cut(fade: Int16Array<ArrayBuffer>): void {
    const now = this.#options.clock.now();
    this.#sent = this.#sent.filter(({ leavesAt }) => leavesAt <= now);
    this.#fade = fade;
    this.#empty();
  }

  /**
   * New sound follows silence: the queued silence is dropped so that the sound does not wait for it. Queued sound is kept.
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
      const cuts = this.#cuts;
      try {
        const leavesAt = this.#leaves.next(clock.now());
        const chunk = this.#fade ?? take(leavesAt);
        this.#fade = undefined;
        this.#remember(chunk, leavesAt);
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
