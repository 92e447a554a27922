import { readFileSync } from 'node:fs';

/**
 * The networks that find faces (MediaPipe's BlazeFace, Face Mesh and Iris; see NOTICE), with their weights: the length
 * of a JSON header (uint32), the header, then all weights (float16). The header lists each network's steps, and the
 * triangles of the mesh.
 */
const FILE = new URL('../../../weights/face-networks.bin', import.meta.url);

/** In `from`, 0 is the picture and 1 the first step's result. Weights, biases and slopes are offsets in the file. */
export type Step = { from: number[] } & (
  | Convolution
  | { kind: 'prelu'; alpha: number }
  | { kind: 'widen'; by: number }
  | { kind: 'add' | 'relu' | 'halve' | 'sigmoid' }
);

export interface Convolution {
  kind: 'conv' | 'depthwise';
  /** Rows, columns, inputs, outputs. */
  shape: [number, number, number, number];
  stride: number;
  isPadded: boolean;
  weights: number;
  bias?: number;
  alpha?: number;
  isRectified?: true;
}

interface Network {
  size: number;
  steps: Step[];
  outputs: number[];
}

export type NetworkName = 'detector' | 'mesh' | 'eye';

interface Contents {
  networks: Record<NetworkName, Network>;
  triangles: number[];
  /** Returns `count` weights from a position on. */
  readWeights: (from: number, count: number) => Float32Array;
}

let contents: Contents | undefined;

export function networkFile(): Contents {
  if (contents) return contents;
  const bytes = readFileSync(FILE);
  const start = 4 + bytes.readUInt32LE(0);
  const head = JSON.parse(bytes.toString('utf8', 4, start)) as Pick<Contents, 'networks' | 'triangles'>;
  contents = { ...head, readWeights: (from, count) => readHalves(bytes, start + 2 * from, count) };
  return contents;
}

/** Reads half-precision numbers (IEEE 754), which Node 20 cannot. */
function readHalves(bytes: Buffer, from: number, count: number): Float32Array {
  const numbers = new Float32Array(count);
  const bits = new Uint32Array(numbers.buffer);
  for (let i = 0; i < count; i++) {
    const half = bytes.readUInt16LE(from + 2 * i);
    bits[i] = ((half & 0x8000) << 16) | ((half & 0x7fff) << 13);
    // Adjusts the exponent, whose bias is 112 higher in floats than in half-precision numbers.
    numbers[i]! *= 2 ** 112;
  }
  return numbers;
}
