/** A frame in which the voice is looked for, and how far the next one is. */
const FRAME_S = 0.04;
const STEP_S = 0.01;
const [LOWEST_HZ, HIGHEST_HZ] = [60, 400];
/** A quieter frame is a pause. */
const AUDIBLE = 1500;
/** A frame that repeats itself less than this is no vowel. */
const VOICED = 0.6;

/** The median of a speaker's fundamental frequency in Hz, by autocorrelation; `NaN` where nobody speaks. */
export function medianPitch(pcm: Int16Array, sampleRate: number): number {
  const size = Math.round(FRAME_S * sampleRate);
  const longest = Math.ceil(sampleRate / LOWEST_HZ);
  const pitches: number[] = [];
  for (let at = 0; at + size + longest < pcm.length; at += Math.round(STEP_S * sampleRate)) {
    const likeness = (lag: number) => {
      let [both, here, there] = [0, 0, 0];
      for (let i = at; i < at + size; i++) {
        both += pcm[i]! * pcm[i + lag]!;
        here += pcm[i]! ** 2;
        there += pcm[i + lag]! ** 2;
      }
      return { level: Math.sqrt(here / size), r: both / Math.sqrt(here * there || 1) };
    };
    if (likeness(0).level < AUDIBLE) continue;
    const shortest = Math.floor(sampleRate / HIGHEST_HZ);
    const r = Array.from({ length: longest + 1 }, (_, lag) => (lag < shortest ? 0 : likeness(lag).r));
    const best = Math.max(...r);
    // Two periods are as like as one: the first peak counts.
    const period = r.findIndex(
      (each, lag) => each >= 0.9 * best && each >= (r[lag - 1] ?? 1) && each >= (r[lag + 1] ?? 1),
    );
    if (best >= VOICED && period > 0) pitches.push(sampleRate / period);
  }
  return pitches.sort((a, b) => a - b)[pitches.length >> 1] ?? Number.NaN;
}
