import { resample } from '../../audio/resampler.ts';
import { clamp } from '../../lib/clamp.ts';
import { normalizeLoudness, speedUp, trimClause } from '../finish-clause.ts';
import type { ClauseAudio } from '../voice.ts';
import type { FliteProgram } from './flite-program.ts';
import type { VoiceProfile } from './voice-profiles.ts';

/** All clauses have this rate, whatever the speaker's own. */
export const SAMPLE_RATE = 16_000;

/**
 * Speaks `text` (from `toSpeakable`) with the voice of `profile`. The silence with which flite begins (about 200 ms) is
 * cut and the phoneme times are shifted; `tailMs` of silence remain after the last phoneme. The last phone ends with
 * the audio. Throws an `Error` if flite fails.
 */
export function synthesize(
  flite: FliteProgram,
  text: string,
  profile: VoiceProfile,
  tailMs: number,
): ClauseAudio {
  const { tract } = profile;
  const raw = flite.speak(text, {
    voice: profile.speaker,
    // Playing faster by `tract` shifts the formants; duration and pitch are chosen so that they are right afterwards.
    durationStretch: tract / profile.tempo,
    pitchHz: profile.pitchHz / tract,
    pitchSpreadHz: profile.pitchSpreadHz / tract,
  });
  const { pcm, sampleRate, phones } = speedUp(raw, tract);
  const sound = { pcm: resample(pcm, sampleRate, SAMPLE_RATE), sampleRate: SAMPLE_RATE, phones };
  const trimmed = trimClause(sound, tailMs);
  brighten(trimmed.pcm, profile.brightness);
  normalizeLoudness(trimmed);
  return trimmed;
}

/** First-order tilt of the spectrum: adds a fraction of the difference (or of the running mean). */
function brighten(pcm: Int16Array, brightness: number): void {
  if (brightness === 0) return;
  let previous = 0;
  let mean = 0;
  for (let i = 0; i < pcm.length; i++) {
    const sample = pcm[i]!;
    mean += 0.35 * (sample - mean);
    const target = brightness > 0 ? sample - previous : mean - sample;
    pcm[i] = clamp(sample + Math.abs(brightness) * 0.9 * target, -32_768, 32_767);
    previous = sample;
  }
}
