/** A complex Fourier transform of one fixed size (a power of two), in place, without allocation. */
export class Fft {
  readonly size: number;
  readonly #cosine: Float32Array;
  readonly #sine: Float32Array;
  readonly #reversed: Uint32Array;

  /** Throws a `RangeError` unless `size` is a power of two and at least 2. */
  constructor(size: number) {
    if (size < 2 || (size & (size - 1)) !== 0) throw new RangeError(`not a power of two: ${size}`);
    this.size = size;
    this.#cosine = Float32Array.from({ length: size / 2 }, (_, i) => Math.cos((2 * Math.PI * i) / size));
    this.#sine = Float32Array.from({ length: size / 2 }, (_, i) => Math.sin((2 * Math.PI * i) / size));
    this.#reversed = new Uint32Array(size);
    for (let i = 1; i < size; i++) {
      this.#reversed[i] = (this.#reversed[i >> 1]! >> 1) | (i & 1 ? size >> 1 : 0);
    }
  }

  transform(real: Float32Array, imaginary: Float32Array): void {
    const cosine = this.#cosine;
    const sine = this.#sine;
    const reversed = this.#reversed;
    const { size } = this;
    for (let i = 0; i < size; i++) {
      const j = reversed[i]!;
      if (j <= i) continue;
      const r = real[i]!;
      real[i] = real[j]!;
      real[j] = r;
      const m = imaginary[i]!;
      imaginary[i] = imaginary[j]!;
      imaginary[j] = m;
    }
    for (let length = 2; length <= size; length *= 2) {
      const half = length / 2;
      const stride = size / length;
      for (let start = 0; start < size; start += length) {
        for (let k = 0; k < half; k++) {
          const c = cosine[k * stride]!;
          const s = -sine[k * stride]!;
          const a = start + k;
          const b = a + half;
          const r = real[b]! * c - imaginary[b]! * s;
          const m = real[b]! * s + imaginary[b]! * c;
          real[b] = real[a]! - r;
          imaginary[b] = imaginary[a]! - m;
          real[a]! += r;
          imaginary[a]! += m;
        }
      }
    }
  }
}
