/** One stage of the transform: the weight of every input in every output. */
interface Stage {
  radix: number;
  /** Number of transforms of this stage that are interleaved. */
  stride: number;
  /** Length of each divided by the radix. */
  parts: number;
  /** Factors for part, output and input of a butterfly: `((part * radix) + output) * radix + input`. */
  re: Float64Array;
  im: Float64Array;
}

/** A Fourier transform for lengths that are not powers of two (Stockham, decimation in frequency); reusable. */
export class MixedRadixFft {
  readonly length: number;
  readonly #stages: Stage[] = [];
  #from: [Float64Array, Float64Array];
  #to: [Float64Array, Float64Array];

  /** The product of `radices` is the length. */
  constructor(radices: readonly number[]) {
    this.length = radices.reduce((product, radix) => product * radix, 1);
    const pair = (): [Float64Array, Float64Array] => [
      new Float64Array(this.length),
      new Float64Array(this.length),
    ];
    this.#from = pair();
    this.#to = pair();
    let left = this.length;
    let stride = 1;
    for (const radix of radices) {
      this.#stages.push(makeStage(radix, left, stride));
      left /= radix;
      stride *= radix;
    }
  }

  /** Returns the spectrum of the input that `fill` writes into the arrays; the next call overwrites them. */
  transform(fill: (re: Float64Array, im: Float64Array) => void): readonly [Float64Array, Float64Array] {
    fill(...this.#from);
    for (const stage of this.#stages) {
      runStage(stage, this.#from, this.#to);
      [this.#from, this.#to] = [this.#to, this.#from];
    }
    return this.#from;
  }
}

function makeStage(radix: number, length: number, stride: number): Stage {
  const parts = length / radix;
  const re = new Float64Array(parts * radix * radix);
  const im = new Float64Array(parts * radix * radix);
  let at = 0;
  for (let part = 0; part < parts; part++) {
    for (let output = 0; output < radix; output++) {
      for (let input = 0; input < radix; input++, at++) {
        const angle = -2 * Math.PI * ((output * input) / radix + (output * part) / length);
        re[at] = Math.cos(angle);
        im[at] = Math.sin(angle);
      }
    }
  }
  return { radix, stride, parts, re, im };
}

type Complex = readonly [Float64Array, Float64Array];

function runStage(
  { radix, stride, parts, re, im }: Stage,
  [fromRe, fromIm]: Complex,
  [toRe, toIm]: Complex,
): void {
  for (let part = 0; part < parts; part++) {
    for (let output = 0; output < radix; output++) {
      const weights = (part * radix + output) * radix;
      const target = stride * (radix * part + output);
      for (let lane = 0; lane < stride; lane++) {
        let sumRe = 0;
        let sumIm = 0;
        for (let input = 0; input < radix; input++) {
          const at = lane + stride * (part + parts * input);
          const wRe = re[weights + input]!;
          const wIm = im[weights + input]!;
          sumRe += fromRe[at]! * wRe - fromIm[at]! * wIm;
          sumIm += fromRe[at]! * wIm + fromIm[at]! * wRe;
        }
        toRe[target + lane] = sumRe;
        toIm[target + lane] = sumIm;
      }
    }
  }
}
