import { isSilent } from '../../audio/pcm.ts';
import { PLAYOUT_RATE } from '../../audio/sample-rates.ts';
import type { Clock } from '../../lib/clock.ts';
import { toError } from '../../lib/to-error.ts';
import { AUDIO_QUEUE_MS, type AudioSink, CHUNK_SAMPLES } from '../room/avatar-tracks.ts';
import { SendTimes } from './send-times.ts';

const CHUNK_MS = (CHUNK_SAMPLES * 1000) / PLAYOUT_RATE;

/** Ten milliseconds of audio that were sent, and when (media time). */
export interface SentAudio {
  pcm: Int16Array;
  sampleRate: number;
  sentAt: number;
}

/** How many chunks of the silence after audio are reported: enough to show that the audio ended and was not lost. */
const ENDING_CHUNKS = 3;
/** If more audio is due, silence in its place is handed over only this long before it is sent. */
const SILENCE_LEAD_MS = 4;
/**
 * How many chunks are handed over at once. Each call costs the same, whatever its length; with single chunks the calls
 * took a third of the main thread's time in a conversation. Queued silence is dropped as soon as there is audio, and
 * queued speech by an interruption; but a hold waits for it, so speech before one is handed over in single chunks.
 */
const CHUNKS_AT_ONCE = { speech: 2, silence: 4 };
/** How long sent audio is kept for callers. */
const SENT_HISTORY_MS = 1000;

export interface AudioPumpOptions {
  clock: Clock;
  sink: AudioSink;
  /** Returns the next 10 ms; its first sample is sent at `sentAt`. */
  take: (sentAt: number) => Int16Array<ArrayBuffer>;
  /** Whether more audio will follow whose next 10 ms have not arrived yet. */
  isDue: () => boolean;
  /** Whether nothing waits to be taken: `resume` reports new audio. */
  isEmpty: () => boolean;
  /** Whether the audio may be held soon, without being cut. */
  mayBeHeld: () => boolean;
  /** Called when the sink has what was taken: now is the time for work that must not delay audio. */
  onHandedOver?: () => void;
  /** Called when there is no audio to take, or the sink is broken; the pump has stopped. */
  onFailed: (error: Error) => void;
}

/** Feeds the sink continuously, with silence when there is no audio, so that media time never stops. */
export class AudioPump {
  readonly #options: AudioPumpOptions;
  readonly #sendTimes = new SendTimes(AUDIO_QUEUE_MS, CHUNK_MS);
  #sent: { pcm: Int16Array; sentAt: number }[] = [];
  #fade: Int16Array<ArrayBuffer> | undefined;
  #running = false;
  #audibleUntil = Number.NEGATIVE_INFINITY;
  #silentChunks = ENDING_CHUNKS;
  /** Ends the wait for audio that is due. */
  #wake: () => void = () => undefined;
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
    this.#wake();
    await this.#done;
  }

  /** Returns the audio that was sent since the last call, oldest first; of a pause only the beginning. */
  takeSent(): SentAudio[] {
    const now = this.#options.clock.now();
    const sent: SentAudio[] = [];
    while (this.#sent[0] && this.#sent[0].sentAt <= now) {
      const { pcm, sentAt } = this.#sent.shift()!;
      sent.push({ pcm, sampleRate: PLAYOUT_RATE, sentAt });
    }
    return sent;
  }

  /** Discards everything that was not sent, and plays `fade` in its place. */
  cut(fade: Int16Array<ArrayBuffer>): void {
    const now = this.#options.clock.now();
    this.#sent = this.#sent.filter(({ sentAt }) => sentAt <= now);
    this.#audibleUntil = now;
    this.#fade = fade;
    this.#clearQueue();
  }

  /** Called when there is audio again: drops queued silence, which would delay it. Queued audio is kept. */
  resume(): void {
    const isQueued = this.#fade !== undefined || this.#audibleUntil > this.#options.clock.now();
    if (this.#running && !isQueued) this.#clearQueue();
    this.#wake();
  }

  #clearQueue(): void {
    this.#options.sink.clear();
    this.#sendTimes.reset();
    this.#wake();
  }

  async #run(): Promise<void> {
    const { sink, onHandedOver, onFailed } = this.#options;
    while (this.#running) {
      try {
        const waited = await this.#waitForAudio();
        if (!this.#running) return;
        const captured = sink.capture(this.#takeChunks(!waited));
        onHandedOver?.();
        await captured;
      } catch (error) {
        if (!this.#running) return;
        this.#running = false;
        onFailed(toError(error));
        return;
      }
    }
  }

  /** Takes the next chunks, merged into one. `sinkReady`: the sink has only just had room for them. */
  #takeChunks(sinkReady: boolean): Int16Array<ArrayBuffer> {
    const now = this.#options.clock.now();
    const first = this.#takeChunk(now, sinkReady);
    const count = this.#chunksAtOnce();
    if (count === 1) return first;
    const chunks = new Int16Array(count * CHUNK_SAMPLES);
    chunks.set(first);
    for (let n = 1; n < count; n++)
      chunks.set(this.#takeChunk(now + n * CHUNK_MS, sinkReady), n * CHUNK_SAMPLES);
    return chunks;
  }

  /** Audio whose continuation has not arrived, and silence next to audio, are handed over chunk by chunk. */
  #chunksAtOnce(): number {
    const { isDue, isEmpty, mayBeHeld } = this.#options;
    if (this.#silentChunks === 0) return isDue() || mayBeHeld() ? 1 : CHUNKS_AT_ONCE.speech;
    return this.#silentChunks > ENDING_CHUNKS && isEmpty() ? CHUNKS_AT_ONCE.silence : 1;
  }

  #takeChunk(now: number, sinkReady: boolean): Int16Array<ArrayBuffer> {
    const sentAt = this.#sendTimes.next(now, sinkReady);
    const chunk = this.#fade ?? this.#options.take(sentAt);
    this.#fade = undefined;
    this.#remember(chunk, sentAt);
    return chunk;
  }

  /** After audio, waits if more is due: queued silence would separate the two. @returns whether it waited */
  async #waitForAudio(): Promise<boolean> {
    const { clock, isDue } = this.#options;
    let waited = false;
    while (this.#running && !this.#fade && this.#silentChunks < ENDING_CHUNKS && isDue()) {
      const leftMs = this.#sendTimes.leftMs(clock.now()) - SILENCE_LEAD_MS;
      if (leftMs <= 0) break;
      waited = true;
      await new Promise<void>((resolve) => {
        const cancel = clock.after(leftMs, resolve);
        this.#wake = () => {
          cancel();
          resolve();
        };
      });
    }
    return waited;
  }

  #remember(pcm: Int16Array, sentAt: number): void {
    this.#silentChunks = isSilent(pcm) ? this.#silentChunks + 1 : 0;
    if (this.#silentChunks === 0) this.#audibleUntil = sentAt + CHUNK_MS;
    if (this.#silentChunks <= ENDING_CHUNKS) this.#sent.push({ pcm, sentAt });
    while (this.#sent[0] && this.#sent[0].sentAt < sentAt - SENT_HISTORY_MS) this.#sent.shift();
  }
}
