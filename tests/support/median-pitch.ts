/** Length of a frame in which the pitch is measured, and the distance to the next one. */
const FRAME_S = 0.04;
const STEP_S = 0.01;
const [LOWEST_HZ, HIGHEST_HZ] = [60, 400];
/** A quieter frame counts as a pause. */
const AUDIBLE = 1500;
/** A frame with less self-similarity than this is not a vowel. */
const VOICED = 0.6;

/** Returns the median of a speaker's fundamental frequency in Hz, by autocorrelation; `NaN` without speech. */
export function medianPitch(pcm: Int16Array, sampleRate: number): number {
  const size = Math.round(FRAME_S * sampleRate);
  const [shortest, longest] = [Math.floor(sampleRate / HIGHEST_HZ), Math.ceil(sampleRate / LOWEST_HZ)];
  const loudBefore = sumsOfSquares(pcm);
  const loudFrom = (at: number) => loudBefore[at + size]! - loudBefore[at]!;
  const pitches: number[] = [];
  for (let at = 0; at + size + longest < pcm.length; at += Math.round(STEP_S * sampleRate)) {
    const here = loudFrom(at);
    if (Math.sqrt(here / size) < AUDIBLE) continue;
    const likeness = (lag: number) => {
      let both = 0;
      for (let i = at; i < at + size; i++) both += pcm[i]! * pcm[i + lag]!;
      return both / Math.sqrt(here * loudFrom(at + lag) || 1);
    };
    const r = Array.from({ length: longest + 1 }, (_, lag) => (lag < shortest ? 0 : likeness(lag)));
    const best = Math.max(...r);
    // Two periods are as similar as one, so the first peak counts.
    const period = r.findIndex(
      (each, lag) => each >= 0.9 * best && each >= (r[lag - 1] ?? 1) && each >= (r[lag + 1] ?? 1),
    );
    if (best >= VOICED && period > 0) pitches.push(sampleRate / period);
  }
  return pitches.sort((a, b) => a - b)[pitches.length >> 1] ?? Number.NaN;
}

/** Returns for each sample the sum of the squares of all samples before it. Integers make differences exact. */
function sumsOfSquares(pcm: Int16Array): Float64Array {
  const sums = new Float64Array(pcm.length + 1);
  for (let n = 0; n < pcm.length; n++) sums[n + 1] = sums[n]! + pcm[n]! ** 2;
  return sums;
}
