import { Resampler } from '../../audio/resampler.ts';
import { PLAYOUT_RATE } from '../../audio/sample-rates.ts';
import type { SpokenTime } from '../../engines/engine.ts';
import type { LipTrack } from '../../lips/lip-track.ts';
import type { TimedPhone } from '../../voices/voice.ts';
import { CHUNK_SAMPLES } from '../room/avatar-tracks.ts';
import { SpokenText } from './spoken-text.ts';

const SAMPLES_PER_MS = PLAYOUT_RATE / 1000;
/** How long a chunk is remembered after it was sent: the frame is drawn a little after its audio is queued. */
const MEMORY_MS = 1000;
/** Samples quieter than this (about -46 dB) do not count as the start of audible audio. */
const AUDIBLE_AMPLITUDE = 160;
/** Chunks for which an unfinished utterance may have no audio before the next one is played. */
const MAX_STARVED_CHUNKS = 50;
/** Less audio than this is not a whole chunk: a resampler holds back up to 3 ms. */
const MIN_CHUNK_MS = 13;
/**
 * An utterance with less audio than this does not begin yet: a chunk of silence gives more of it time to arrive.
 * Otherwise silence would interrupt its beginning.
 */
const MIN_BEGINNING_MS = 30;
/** Approximate number of bytes that a waiting piece of audio costs in addition to its samples. */
const PIECE_BYTES = 256;
/** Speech arrives faster than it is played. A sender that is this far ahead is broken, and memory is finite. */
const MAX_AHEAD_MS = 600_000;
const MAX_AHEAD_MB = 32;
const MAX_AHEAD_UTTERANCES = 256;
export const TOO_FAR_AHEAD = `The agent is more than ${MAX_AHEAD_MS / 60_000} minutes, ${MAX_AHEAD_MB} MB or ${MAX_AHEAD_UTTERANCES} utterances ahead of the playback; the rest is discarded.`;
/** How far ahead of the playout the lips are computed if the voice gives no times. */
const LIPS_AHEAD_MS = 200;
const LIPS_BEHIND_MS = 500;

/** An utterance's audio on its way to the playout. */
export interface UtteranceAudio {
  pcm: Int16Array;
  sampleRate: number;
  text?: string;
  phones?: TimedPhone[];
}

/** How much of an utterance was played. */
export interface Heard {
  utteranceId: string;
  heardMs: number;
  heardText: string;
}

export interface PlayoutEvents {
  /** An utterance's first audible sample is sent at `at` (media time, up to a queue's length in the future). */
  audible?: (utteranceId: string, at: number) => void;
  /** An utterance's last sample is sent at `at`, after `playedMs` of audio; `text` is the whole text. */
  drained?: (utteranceId: string, at: number, text: string, playedMs: number) => void;
}

/** The part of one utterance inside one chunk that was handed to the room's audio source. */
interface Slice {
  utterance: Utterance;
  /** When the source takes the whole chunk, and when this part of it is sent. */
  takenAt: number;
  sentAt: number;
  /** Position of the first sample in the utterance, and the number of samples. */
  from: number;
  count: number;
  pcm: Int16Array;
  /** Root mean square, 0..1. */
  level: number;
}

/** Audio of one sample rate. Its resampler is created once it is played, and fed one waiting piece at a time. */
interface Part {
  rate: number;
  queue: (Int16Array | 'end')[];
  resampler?: Resampler;
}

interface Utterance {
  id: string;
  parts: Part[];
  /** Bytes of audio that wait in the parts. */
  queuedBytes: number;
  lipsQueue: { pcm: Int16Array; sampleRate: number; fromMs: number }[];
  text: SpokenText;
  lips: LipTrack;
  receivedMs: number;
  /** Whether its first audio had arrived when a chunk was requested. */
  begun: boolean;
  /** Samples handed to the audio source. */
  takenSamples: number;
  finished: boolean;
  audible: boolean;
  /** Consecutive chunks for which there was no audio. */
  starvedChunks: number;
}

/**
 * The audio to play: utterances one after another, with silence between them. It hands out chunks and remembers when
 * each is sent, so it knows to the sample what was played, and the position of the mouth at any moment. It has no
 * clock: the caller passes the time at which a chunk will be sent.
 */
export class Playout {
  readonly #createLipTrack: () => LipTrack;
  readonly #events: PlayoutEvents;
  readonly #queue: Utterance[] = [];
  readonly #slices: Slice[] = [];
  /** When the last sample that was handed out is sent. */
  #lastSentAt = Number.NEGATIVE_INFINITY;

  constructor(createLipTrack: () => LipTrack, events: PlayoutEvents = {}) {
    this.#createLipTrack = createLipTrack;
    this.#events = events;
  }

  append(utteranceId: string, audio: UtteranceAudio): void {
    const utterance = this.#utteranceOf(utteranceId);
    const durationMs = (audio.pcm.length / audio.sampleRate) * 1000;
    utterance.text.addAudio(durationMs, audio.text, audio.phones);
    if (audio.phones) {
      // Exact times come with whole clauses and cost little; the order of the audio must be kept.
      this.#computeLipsUntil(utterance, Number.POSITIVE_INFINITY);
      utterance.lips.append(audio.pcm, audio.sampleRate, audio.phones);
    } else {
      utterance.lipsQueue.push({
        pcm: audio.pcm,
        sampleRate: audio.sampleRate,
        fromMs: utterance.receivedMs,
      });
    }
    utterance.receivedMs += durationMs;
    let part = utterance.parts.at(-1);
    if (part?.rate !== audio.sampleRate) {
      part?.queue.push('end');
      part = { rate: audio.sampleRate, queue: [] };
      utterance.parts.push(part);
    }
    part.queue.push(audio.pcm);
    utterance.queuedBytes += audio.pcm.byteLength + PIECE_BYTES;
  }

  appendText(utteranceId: string, text: string, time?: SpokenTime): void {
    const spoken = this.#utteranceOf(utteranceId).text;
    if (time) spoken.addTimed(text, time);
    else spoken.addUntimed(text);
  }

  finish(utteranceId: string, spokenText?: string): void {
    const utterance = this.#utteranceOf(utteranceId);
    utterance.finished = true;
    utterance.text.finish(spokenText);
    utterance.parts.at(-1)?.queue.push('end');
  }

  /** Returns the next 10 ms, whose first sample is sent at `sentAt`. */
  take(sentAt: number): Int16Array<ArrayBuffer> {
    const chunk = new Int16Array(CHUNK_SAMPLES);
    let filled = 0;
    while (filled < CHUNK_SAMPLES) {
      const utterance = this.#queue[0];
      if (!utterance || this.#isTooShortToBegin(utterance)) break;
      const count = pull(utterance, chunk, filled);
      if (count > 0) {
        utterance.starvedChunks = 0;
        this.#recordSlice(utterance, chunk, filled, count, sentAt);
        filled += count;
      } else if (utterance.finished || this.#starvedTooLong(utterance)) {
        this.#queue.shift();
        const playedMs = utterance.takenSamples / SAMPLES_PER_MS;
        // When a chunk is sent is an estimate that may be corrected; the end must still come after every sample.
        const at = Math.max(sentAt + filled / SAMPLES_PER_MS, this.#lastSentAt);
        this.#events.drained?.(utterance.id, at, utterance.text.full, playedMs);
      } else break;
    }
    this.#forgetBefore(sentAt - MEMORY_MS);
    return chunk;
  }

  /**
   * Computes the lips of the audio that is sent next, unless nobody sees them. It is separate from `take` so that audio
   * does not wait for it.
   */
  computeNextLips(isSeen: boolean): void {
    const utterance = this.#slices.at(-1)?.utterance;
    if (!utterance) return;
    const takenMs = utterance.takenSamples / SAMPLES_PER_MS;
    if (isSeen) this.#computeLipsUntil(utterance, takenMs + LIPS_AHEAD_MS);
    // Skip all but the latest audio, so that a new viewer does not see a resting mouth while the avatar speaks.
    else this.#computeLipsUntil(utterance, takenMs - LIPS_BEHIND_MS, 'skip');
  }

  /**
   * Returns how much of each utterance that is queued or not played to its end would be heard if it were cut at `now`.
   */
  heardSoFar(now: number): Heard[] {
    return this.#unfinishedAt(now).map((utterance) => {
      const heardMs = this.#samplesTakenBy(utterance, now) / SAMPLES_PER_MS;
      return { utteranceId: utterance.id, heardMs, heardText: utterance.text.heardAt(heardMs) };
    });
  }

  /**
   * Drops everything that was not sent by `now`. `fade` is the audio that would have come next, fading out. It is
   * played instead so that the cut does not click, and does not count as played.
   */
  cut(now: number): { heard: Heard[]; fade: Int16Array<ArrayBuffer> } {
    const heard = this.heardSoFar(now);
    const next = this.#slices.find((slice) => slice.takenAt > now);
    const fade = new Int16Array(CHUNK_SAMPLES);
    next?.pcm.forEach((sample, n) => {
      fade[n] = Math.round(sample * (1 - (n + 1) / next.count));
    });
    this.#queue.length = 0;
    this.#lastSentAt = Math.min(this.#lastSentAt, now);
    const kept = this.#slices.filter((slice) => slice.takenAt <= now);
    this.#slices.splice(0, this.#slices.length, ...kept);
    return { heard, fade };
  }

  /** Returns the utterance that is played at `time`, which must be recent, and the position in it. */
  at(time: number): { utteranceId: string; timeMs: number; lips: LipTrack; text: SpokenText } | undefined {
    for (let n = this.#slices.length - 1; n >= 0; n--) {
      const slice = this.#slices[n]!;
      const into = time - slice.sentAt;
      if (into < 0) continue;
      if (into >= slice.count / SAMPLES_PER_MS) return undefined;
      const { id, lips, text } = slice.utterance;
      return { utteranceId: id, timeMs: slice.from / SAMPLES_PER_MS + into, lips, text };
    }
    return undefined;
  }

  /** Returns the loudest 10 ms that were sent in a recent time range: root mean square, 0..1. */
  loudestBetween(from: number, to: number): number {
    let loudest = 0;
    for (const { sentAt, level } of this.#slices) {
      if (sentAt >= from && sentAt <= to) loudest = Math.max(loudest, level);
    }
    return loudest;
  }

  /** Whether audio is queued or not yet sent. */
  busyAt(now: number): boolean {
    return this.#unfinishedAt(now).length > 0;
  }

  /** Whether the current utterance continues, and its next chunk has not arrived. */
  get isDue(): boolean {
    const [utterance] = this.#queue;
    return utterance !== undefined && !utterance.finished && waitingMs(utterance) < MIN_CHUNK_MS;
  }

  /** Whether no utterance has more to hand out. */
  get isEmpty(): boolean {
    return this.#queue.length === 0;
  }

  /** Milliseconds of audio received but not yet handed out. */
  get queuedMs(): number {
    return this.#queue.reduce((sum, utterance) => sum + waitingMs(utterance), 0);
  }

  /** Bytes of audio received but not yet handed out. */
  get queuedBytes(): number {
    return this.#queue.reduce((sum, { queuedBytes }) => sum + queuedBytes, 0);
  }

  /** Whether more waits than a sender may be ahead. */
  get isTooFarAhead(): boolean {
    return (
      this.#queue.length > MAX_AHEAD_UTTERANCES ||
      this.queuedMs > MAX_AHEAD_MS ||
      this.queuedBytes > MAX_AHEAD_MB * 2 ** 20
    );
  }

  #utteranceOf(utteranceId: string): Utterance {
    let utterance = this.#queue.find(({ id }) => id === utteranceId);
    if (!utterance) {
      utterance = {
        id: utteranceId,
        parts: [],
        queuedBytes: 0,
        lipsQueue: [],
        text: new SpokenText(),
        lips: this.#createLipTrack(),
        receivedMs: 0,
        begun: false,
        takenSamples: 0,
        finished: false,
        audible: false,
        starvedChunks: 0,
      };
      this.#queue.push(utterance);
    }
    return utterance;
  }

  #recordSlice(utterance: Utterance, chunk: Int16Array, filled: number, count: number, sentAt: number): void {
    const at = sentAt + filled / SAMPLES_PER_MS;
    const pcm = chunk.slice(filled, filled + count);
    this.#slices.push({
      utterance,
      takenAt: sentAt,
      sentAt: at,
      from: utterance.takenSamples,
      count,
      pcm,
      level: levelOf(pcm),
    });
    if (!utterance.audible) {
      const first = pcm.findIndex((sample) => Math.abs(sample) > AUDIBLE_AMPLITUDE);
      if (first >= 0) {
        utterance.audible = true;
        this.#events.audible?.(utterance.id, at + first / SAMPLES_PER_MS);
      }
    }
    utterance.takenSamples += count;
    this.#lastSentAt = Math.max(this.#lastSentAt, at + count / SAMPLES_PER_MS);
  }

  #isTooShortToBegin(utterance: Utterance): boolean {
    const { begun, finished, receivedMs } = utterance;
    if (receivedMs > 0) utterance.begun = true;
    return !begun && !finished && receivedMs < MIN_BEGINNING_MS;
  }

  /**
   * Counts a chunk without audio: an utterance that an engine forgot to finish must not hold back the next one forever.
   */
  #starvedTooLong(utterance: Utterance): boolean {
    return ++utterance.starvedChunks > MAX_STARVED_CHUNKS && this.#queue.length > 1;
  }

  #computeLipsUntil(utterance: Utterance, untilMs: number, how: 'append' | 'skip' = 'append'): void {
    const waiting = utterance.lipsQueue;
    while (waiting[0] && waiting[0].fromMs < untilMs) {
      const { pcm, sampleRate, fromMs } = waiting[0];
      const count = Math.min(pcm.length, Math.ceil(sampleRate / 10));
      utterance.lips[how](pcm.subarray(0, count), sampleRate);
      if (count === pcm.length) waiting.shift();
      else
        waiting[0] = { pcm: pcm.subarray(count), sampleRate, fromMs: fromMs + (count / sampleRate) * 1000 };
    }
  }

  #unfinishedAt(now: number): Utterance[] {
    const unfinished = new Set<Utterance>();
    for (const slice of this.#slices) if (slice.takenAt > now) unfinished.add(slice.utterance);
    for (const utterance of this.#queue) unfinished.add(utterance);
    return [...unfinished];
  }

  #samplesTakenBy(utterance: Utterance, now: number): number {
    const next = this.#slices.find((slice) => slice.utterance === utterance && slice.takenAt > now);
    return next ? next.from : utterance.takenSamples;
  }

  #forgetBefore(time: number): void {
    let expired = 0;
    while (expired < this.#slices.length && this.#slices[expired]!.sentAt < time) expired++;
    if (expired > 0) this.#slices.splice(0, expired);
  }
}

function waitingMs({ receivedMs, takenSamples }: Utterance): number {
  return receivedMs - takenSamples / SAMPLES_PER_MS;
}

function pull(utterance: Utterance, chunk: Int16Array, offset: number): number {
  let count = 0;
  for (;;) {
    const part = utterance.parts[0];
    if (!part) return count;
    part.resampler ??= new Resampler(part.rate, PLAYOUT_RATE);
    count += part.resampler.pull(chunk, offset + count, chunk.length - offset - count);
    if (offset + count === chunk.length) return count;
    const next = part.queue.shift();
    if (next === 'end') part.resampler.end();
    else if (next) {
      part.resampler.push(next);
      utterance.queuedBytes -= next.byteLength + PIECE_BYTES;
    } else if (utterance.parts.length === 1) return count;
    else utterance.parts.shift();
  }
}

function levelOf(pcm: Int16Array): number {
  let sum = 0;
  for (const sample of pcm) sum += sample * sample;
  return Math.sqrt(sum / Math.max(1, pcm.length)) / 32768;
}
