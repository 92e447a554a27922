import { VISEMES } from '../faces/face.ts';
import type { TimedPhone } from '../voices/voice.ts';
import { AudioVisemes } from './audio-visemes.ts';
import type { LipTrack } from './lip-track.ts';
import { Loudness } from './loudness.ts';
import { blendSpans, phoneSpans, type VisemeSpan } from './phoneme-visemes.ts';
import { VoiceStatistics } from './voice-statistics.ts';

const SILENT = VISEMES.indexOf('sil');
/** Above these weights of silence, the mouth is at rest. The network is never as certain as phoneme times. */
const REST_OF_PHONES = 0.97;
const REST_OF_AUDIO = 0.9;
const SILENCE_WINDOW_MS = 120;
/** The exponent applied to the network's probabilities. */
const SHARPENING = 1.5;
/** The loudness from which a moment counts as audible: 1.4 dB above the floor. */
const AUDIBLE = 0.04;

/**
 * Creates the empty track of one utterance. Audio with phonemes shapes the mouth by them; audio without goes through
 * the network. A track may contain both.
 * @param statistics of the speaker's voice; if all utterances of a conversation share them, they need not adapt anew
 */
export function createLipTrack(statistics = new VoiceStatistics()): LipTrack {
  return new MixedLipTrack(statistics);
}

/** A segment of the utterance, and what shapes the mouth: the voice's phonemes, the network, or nothing. */
interface Segment {
  startMs: number;
  by: 'phones' | AudioVisemes | 'nothing';
}

class MixedLipTrack implements LipTrack {
  readonly #statistics: VoiceStatistics;
  readonly #segments: Segment[] = [];
  readonly #spans: VisemeSpan[] = [];
  readonly #loudness = new Loudness();
  #durationMs = 0;
  #spanHint = 0;

  constructor(statistics: VoiceStatistics) {
    this.#statistics = statistics;
  }

  append(pcm: Int16Array, sampleRate: number, phones?: TimedPhone[]): void {
    if (pcm.length === 0) return;
    if (phones && phones.length > 0) {
      this.#begin('phones');
      this.#spans.push(...phoneSpans(phones, this.#durationMs));
    } else {
      const by = this.#segments.at(-1)?.by;
      const visemes = by instanceof AudioVisemes ? by : new AudioVisemes(this.#statistics);
      this.#begin(visemes);
      visemes.append(pcm, sampleRate);
    }
    this.#advance(pcm, sampleRate);
  }

  skip(pcm: Int16Array, sampleRate: number): void {
    if (pcm.length === 0) return;
    this.#begin('nothing');
    this.#advance(pcm, sampleRate);
  }

  #begin(by: Segment['by']): void {
    if (this.#segments.at(-1)?.by !== by) this.#segments.push({ startMs: this.#durationMs, by });
  }

  #advance(pcm: Int16Array, sampleRate: number): void {
    this.#loudness.append(pcm, sampleRate);
    this.#durationMs += (1000 * pcm.length) / sampleRate;
  }

  visemesAt(timeMs: number, weights: Float32Array): boolean {
    const segment =
      timeMs < this.#durationMs ? this.#segments.findLast(({ startMs }) => startMs <= timeMs) : undefined;
    if (segment?.by instanceof AudioVisemes) {
      if (segment.by.at(timeMs - segment.startMs, weights)) {
        this.#restInSilence(timeMs, weights);
        const speaks = weights[SILENT]! < REST_OF_AUDIO;
        sharpen(weights);
        return speaks;
      }
    } else if (segment?.by === 'phones') {
      this.#spanHint = blendSpans(this.#spans, timeMs, weights, this.#spanHint);
      return weights[SILENT]! < REST_OF_PHONES;
    }
    weights.fill(0);
    weights[SILENT] = 1;
    return false;
  }

  /** In silence longer than the closure of any stop, the network's output is meaningless, so the mouth rests. */
  #restInSilence(timeMs: number, weights: Float32Array): void {
    let loudest = 0;
    for (let at = timeMs - SILENCE_WINDOW_MS; at <= timeMs + SILENCE_WINDOW_MS; at += SILENCE_WINDOW_MS / 6) {
      loudest = Math.max(loudest, this.#loudness.at(at));
    }
    const share = Math.min(1, loudest / AUDIBLE);
    for (let i = 0; i < weights.length; i++) weights[i]! *= share;
    weights[SILENT]! += 1 - share;
  }

  energyAt(timeMs: number): number {
    return this.#loudness.at(timeMs);
  }
}

/**
 * Sharpens the distribution. The network spreads its uncertainty over all visemes, and their mean would only half close
 * the mouth for most sounds that close the lips.
 */
function sharpen(weights: Float32Array): void {
  let total = 0;
  for (let i = 0; i < weights.length; i++) {
    weights[i] = weights[i]! ** SHARPENING;
    total += weights[i]!;
  }
  for (let i = 0; i < weights.length; i++) weights[i]! /= total;
}
