import { KERNEL_BASE64 } from './resampler-kernel-bytes.ts';

const PAGE_BYTES = 65_536;
/** Maximum number of samples that are written at once. */
export const BLOCK_SAMPLES = 1024;

/** How a block is computed: see `filter` in resampler-kernel.wat. */
export interface Block {
  taps: number;
  rows: number;
  up: number;
  step: number;
  stepPhase: number;
  phase: number;
  count: number;
}

type Filter = (coefficients: number, ...rest: number[]) => void;

let compiled: WebAssembly.Module | undefined;

/** The kernel with its own memory, which is freed with it, so that rarely used rates leave nothing behind. */
export class ResamplerKernel {
  /** Floats, row by row; written once. */
  readonly coefficients: Float32Array;
  readonly input: Float32Array;
  readonly output: Int16Array;
  readonly #filter: Filter;

  /** `coefficients` and `input` are numbers of floats. */
  constructor(coefficients: number, input: number) {
    const bytes = BLOCK_SAMPLES * 2 + (coefficients + input) * 4;
    const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
    compiled ??= new WebAssembly.Module(Buffer.from(KERNEL_BASE64, 'base64'));
    this.#filter = new WebAssembly.Instance(compiled, { env: { memory } }).exports.filter as Filter;
    this.output = new Int16Array(memory.buffer, 0, BLOCK_SAMPLES);
    this.coefficients = new Float32Array(memory.buffer, this.output.byteLength, coefficients);
    this.input = new Float32Array(memory.buffer, this.output.byteLength + coefficients * 4, input);
  }

  /** Writes `count` samples of `output`. */
  run({ taps, rows, up, step, stepPhase, phase, count }: Block): void {
    const [coefficients, input] = [this.coefficients.byteOffset, this.input.byteOffset];
    this.#filter(coefficients, taps, rows, up, step, stepPhase, phase, input, this.output.byteOffset, count);
  }
}
