import { resample } from '../../lib/resampler.ts';
import type { TimedPhone } from '../voice.ts';
import type { FliteProgram, FliteSpeech } from './flite-program.ts';
import type { VoiceProfile } from './voice-profiles.ts';

/** All clauses have this rate, whatever the speaker's own. */
export const SAMPLE_RATE = 16_000;

const SILENCE = 'pau';
/** Loudness of the spoken part (root mean square), the same for every speaker and clause. */
const TARGET_LEVEL = 3600;
/** Above this the samples are bent, so that peaks never wrap. */
const KNEE = 26_000;
/** Sound may start this much before its first phoneme's nominal start, and at least this much is kept. */
const LEAD_MIN_MS = 12;
const LEAD_MAX_MS = 40;
const FADE_MS = 5;

export interface Synthesis {
  pcm: Int16Array;
  phones: TimedPhone[];
}

/**
 * Speaks `text` (from `toSpeakable`) as `profile` sounds. The silence that flite begins with (about 200 ms) is cut
 * and the phoneme times shifted; after the last phoneme `tailMs` of silence remain. The last phone ends with the
 * sound. Throws an `Error` when flite fails.
 */
export function synthesise(
  flite: FliteProgram,
  text: string,
  profile: VoiceProfile,
  tailMs: number,
): Synthesis {
  const { tract } = profile;
  const raw = flite.speak(text, {
    voice: profile.speaker,
    // Playing faster by `tract` shifts the formants; duration and pitch are asked for so that they come out right.
    durationStretch: tract / profile.tempo,
    pitchHz: profile.pitchHz / tract,
    pitchSpreadHz: profile.pitchSpreadHz / tract,
  });
  const trimmed = trim(playFaster(raw, tract), tailMs);
  brighten(trimmed.pcm, profile.brightness);
  level(trimmed);
  return trimmed;
}

function playFaster(raw: FliteSpeech, factor: number): Synthesis {
  const from = Math.round((raw.sampleRate * factor) / 20) * 20;
  const pcm = resample(raw.pcm, from, SAMPLE_RATE);
  const scale = raw.sampleRate / from;
  return { pcm, phones: raw.phones.map(({ phone, endMs }) => ({ phone, endMs: endMs * scale })) };
}

function trim({ pcm, phones }: Synthesis, tailMs: number): Synthesis {
  const firstSpoken = phones.findIndex(({ phone }) => phone !== SILENCE);
  if (firstSpoken < 0) return { pcm: new Int16Array(0), phones: [] };
  const lastSpoken = phones.findLastIndex(({ phone }) => phone !== SILENCE);
  const speechStart = phones[firstSpoken - 1]?.endMs ?? 0;
  const lead = Math.min(Math.max(speechStart - onset(pcm), LEAD_MIN_MS), LEAD_MAX_MS);
  const start = samples(Math.max(0, speechStart - lead));
  const end = samples(phones[lastSpoken]!.endMs + tailMs);

  const cut = new Int16Array(Math.max(0, end - start));
  const kept = pcm.subarray(start, Math.min(end, pcm.length));
  cut.set(kept);
  const fade = Math.min(samples(FADE_MS), kept.length);
  for (let i = 0; i < fade; i++) {
    const at = kept.length - fade + i;
    cut[at] = (cut[at]! * (fade - i)) / fade;
  }

  const startMs = (1000 * start) / SAMPLE_RATE;
  const shifted = phones
    .slice(0, lastSpoken + 1)
    .map(({ phone, endMs }) => ({ phone, endMs: endMs - startMs }))
    .filter(({ endMs }) => endMs > 0);
  shifted.push({ phone: SILENCE, endMs: (1000 * cut.length) / SAMPLE_RATE });
  return { pcm: cut, phones: shifted };
}

/** When the first sound is heard, a little before it. */
function onset(pcm: Int16Array): number {
  let peak = 0;
  for (const sample of pcm) peak = Math.max(peak, Math.abs(sample));
  const threshold = Math.max(40, peak * 0.012);
  const first = pcm.findIndex((sample) => Math.abs(sample) > threshold);
  return (1000 * Math.max(0, first)) / SAMPLE_RATE - LEAD_MIN_MS;
}

/** First-order tilt of the spectrum: a share of the difference (or of the running mean) is added. */
function brighten(pcm: Int16Array, brightness: number): void {
  if (brightness === 0) return;
  let previous = 0;
  let mean = 0;
  for (let i = 0; i < pcm.length; i++) {
    const sample = pcm[i]!;
    mean += 0.35 * (sample - mean);
    const target = brightness > 0 ? sample - previous : mean - sample;
    pcm[i] = clamp(sample + Math.abs(brightness) * 0.9 * target);
    previous = sample;
  }
}

function level({ pcm, phones }: Synthesis): void {
  let sum = 0;
  let count = 0;
  let from = 0;
  for (const { phone, endMs } of phones) {
    const to = Math.min(pcm.length, samples(endMs));
    if (phone !== SILENCE) {
      for (let i = from; i < to; i++) sum += pcm[i]! ** 2;
      count += to - from;
    }
    from = to;
  }
  if (count === 0 || sum === 0) return;
  const gain = Math.min(4, TARGET_LEVEL / Math.sqrt(sum / count));
  for (let i = 0; i < pcm.length; i++) pcm[i] = bend(pcm[i]! * gain);
}

function bend(sample: number): number {
  const size = Math.abs(sample);
  if (size <= KNEE) return sample;
  const room = 32_700 - KNEE;
  return Math.sign(sample) * (KNEE + room * (1 - Math.exp(-(size - KNEE) / room)));
}

function clamp(sample: number): number {
  return Math.max(-32_768, Math.min(32_767, sample));
}

function samples(ms: number): number {
  return Math.round((ms * SAMPLE_RATE) / 1000);
}
