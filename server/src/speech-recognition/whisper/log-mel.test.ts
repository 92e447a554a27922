import { expect, it } from 'vitest';
import { MODEL_RATE } from '../../audio/sample-rates.ts';
import { logMel, MEL_HOP } from './log-mel.ts';

it('two tones give the features that whisper/audio.py computes, at the edges of the sound and between', () => {
  const tone = (hz: number, n: number) => Math.sin((2 * Math.PI * hz * n) / MODEL_RATE);
  const sound = Float32Array.from({ length: 10 * MEL_HOP }, (_, n) => tone(1000, n) / 2 + tone(3000, n) / 4);
  const mel = logMel(sound);
  // Computed with NumPy and librosa's filters: bands of the tones, next to them, and far from them.
  const wanted: Record<number, [first: number, fifth: number, last: number]> = {
    0: [0.8298, -0.5603, 0.2929],
    25: [1.3383, 1.3411, 1.3433],
    26: [1.1254, 1.4397, 1.4374],
    40: [0.546, -0.5603, 0.1162],
    53: [0.9402, -0.5603, 0.1087],
    79: [0.3131, -0.5603, -0.3032],
  };
  for (const [band, values] of Object.entries(wanted))
    for (const [at, frame] of [0, 4, 9].entries())
      expect(mel[Number(band) * 10 + frame]).toBeCloseTo(values[at]!, 3);
});
