import { VISEMES } from '../faces/face.ts';
import type { TimedPhone } from '../voices/voice.ts';
import type { LipTrack } from './lip-track.ts';
import { Loudness } from './loudness.ts';
import { blendSpans, phoneSpans, type VisemeSpan } from './phoneme-visemes.ts';

const SILENT = VISEMES.indexOf('sil');
/** Above this share of silence the mouth is at rest. */
const REST = 0.97;

/** Makes an empty track for one utterance. */
export function createLipTrack(): LipTrack {
  return new PhoneLipTrack();
}

class PhoneLipTrack implements LipTrack {
  private readonly spans: VisemeSpan[] = [];
  private readonly loudness = new Loudness();
  private durationMs = 0;
  private hint = 0;

  append(pcm: Int16Array, sampleRate: number, phones?: TimedPhone[]): void {
    if (phones) this.spans.push(...phoneSpans(phones, this.durationMs));
    this.loudness.append(pcm, sampleRate);
    this.durationMs += (1000 * pcm.length) / sampleRate;
  }

  visemesAt(timeMs: number, weights: Float32Array): boolean {
    if (timeMs < 0 || timeMs >= this.durationMs || this.spans.length === 0) {
      weights.fill(0);
      weights[SILENT] = 1;
      return false;
    }
    this.hint = blendSpans(this.spans, timeMs, weights, this.hint);
    return weights[SILENT]! < REST;
  }

  energyAt(timeMs: number): number {
    return this.loudness.at(timeMs);
  }
}
