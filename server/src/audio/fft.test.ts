import { describe, expect, it } from 'vitest';
import { Fft } from './fft.ts';

describe('Fft', () => {
  it.each([2, 8, 64, 512])('agrees with the definition at %i points', (size) => {
    const real = Float32Array.from({ length: size }, (_, i) => Math.sin(i * i) + 0.3);
    const imaginary = Float32Array.from({ length: size }, (_, i) => Math.cos(3 * i));
    const expectedReal: number[] = [];
    const expectedImaginary: number[] = [];
    for (let k = 0; k < size; k++) {
      let r = 0;
      let m = 0;
      for (let i = 0; i < size; i++) {
        const angle = (-2 * Math.PI * k * i) / size;
        r += real[i]! * Math.cos(angle) - imaginary[i]! * Math.sin(angle);
        m += real[i]! * Math.sin(angle) + imaginary[i]! * Math.cos(angle);
      }
      expectedReal.push(r);
      expectedImaginary.push(m);
    }
    new Fft(size).transform(real, imaginary);
    for (let k = 0; k < size; k++) {
      expect(real[k]).toBeCloseTo(expectedReal[k]!, 2);
      expect(imaginary[k]).toBeCloseTo(expectedImaginary[k]!, 2);
    }
  });

  it('refuses other sizes', () => {
    for (const size of [0, 1, 3, 400]) expect(() => new Fft(size)).toThrow(RangeError);
  });
});
