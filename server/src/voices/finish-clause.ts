/** Processing of every clause that an offline voice has synthesized. */
import type { ClauseAudio } from './voice.ts';

export const SILENCE = 'pau';
/** Loudness of the spoken part (root mean square), the same for every voice and clause. */
const TARGET_RMS = 3600;
/** Samples above this are compressed, so that peaks never overflow. */
const COMPRESSION_KNEE = 26_000;
/** Audio may start this long before its first phoneme's nominal start, of which at least the minimum is kept. */
const LEAD_MIN_MS = 12;
const LEAD_MAX_MS = 40;
const FADE_MS = 5;

/**
 * Cuts the silence before the first sound, and reduces what follows the last one to `tailMs`; the phoneme times are
 * shifted accordingly. Both ends fade, so clauses join without a click. The last phone ends with the audio.
 */
export function trimClause({ pcm, sampleRate, phones }: ClauseAudio, tailMs: number): ClauseAudio {
  const samples = (ms: number) => Math.round((ms * sampleRate) / 1000);
  const firstSpoken = phones.findIndex(({ phone }) => phone !== SILENCE);
  if (firstSpoken < 0) return { pcm: new Int16Array(0), sampleRate, phones: [] };
  const lastSpoken = phones.findLastIndex(({ phone }) => phone !== SILENCE);
  const speechStart = phones[firstSpoken - 1]?.endMs ?? 0;
  const lead = Math.min(Math.max(speechStart - onsetMs(pcm, sampleRate), LEAD_MIN_MS), LEAD_MAX_MS);
  const start = samples(Math.max(0, speechStart - lead));
  const end = samples(phones[lastSpoken]!.endMs + tailMs);

  const cut = new Int16Array(Math.max(0, end - start));
  const kept = pcm.subarray(start, Math.min(end, pcm.length));
  cut.set(kept);
  const fade = Math.min(samples(FADE_MS), kept.length >> 1);
  for (let i = 0; i < fade; i++) {
    cut[i] = (cut[i]! * i) / fade;
    const at = kept.length - fade + i;
    cut[at] = (cut[at]! * (fade - i)) / fade;
  }

  const startMs = (1000 * start) / sampleRate;
  const shifted = phones
    .slice(0, lastSpoken + 1)
    .map(({ phone, endMs }) => ({ phone, endMs: endMs - startMs }))
    .filter(({ endMs }) => endMs > 0);
  shifted.push({ phone: SILENCE, endMs: (1000 * cut.length) / sampleRate });
  return { pcm: cut, sampleRate, phones: shifted };
}

/** Returns the same samples at a rate that is higher by `factor`. */
export function speedUp({ pcm, sampleRate, phones }: ClauseAudio, factor: number): ClauseAudio {
  const faster = Math.round((sampleRate * factor) / 20) * 20;
  const scale = sampleRate / faster;
  return {
    pcm,
    sampleRate: faster,
    phones: phones.map(({ phone, endMs }) => ({ phone, endMs: endMs * scale })),
  };
}

/** Returns a time shortly before the first sound is heard. */
function onsetMs(pcm: Int16Array, sampleRate: number): number {
  let peak = 0;
  for (const sample of pcm) peak = Math.max(peak, Math.abs(sample));
  const threshold = Math.max(40, peak * 0.012);
  const first = pcm.findIndex((sample) => Math.abs(sample) > threshold);
  return (1000 * Math.max(0, first)) / sampleRate - LEAD_MIN_MS;
}

/** Adjusts speech, measured without its pauses, to the loudness of all voices, in place. */
export function normalizeLoudness({ pcm, sampleRate, phones }: ClauseAudio): void {
  let sum = 0;
  let count = 0;
  let from = 0;
  for (const { phone, endMs } of phones) {
    const to = Math.min(pcm.length, Math.round((endMs * sampleRate) / 1000));
    if (phone !== SILENCE) {
      for (let i = from; i < to; i++) sum += pcm[i]! ** 2;
      count += to - from;
    }
    from = to;
  }
  if (count === 0 || sum === 0) return;
  const gain = Math.min(4, TARGET_RMS / Math.sqrt(sum / count));
  for (let i = 0; i < pcm.length; i++) pcm[i] = softClip(pcm[i]! * gain);
}

function softClip(sample: number): number {
  const size = Math.abs(sample);
  if (size <= COMPRESSION_KNEE) return sample;
  const room = 32_700 - COMPRESSION_KNEE;
  return Math.sign(sample) * (COMPRESSION_KNEE + room * (1 - Math.exp(-(size - COMPRESSION_KNEE) / room)));
}

/** Returns the silence after a clause, by its punctuation: what a speaker leaves before continuing. */
export function pauseAfter(clause: string): number {
  const end = /([.!?…。！？,;:，；、：—–])["'”’»)\]*\s]*$/u.exec(clause)?.[1];
  if (end === undefined) return 110;
  return /[.!?…。！？]/u.test(end) ? 250 : 140;
}
