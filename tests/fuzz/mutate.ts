import { LARGEST_INPUT } from './fuzz-target.ts';

/** Typical boundary values of lengths, counts and sequence numbers. */
const NUMBERS = [0, 1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 63, 64, 127, 128, 255, 256, 0x7fff, 0x8000, 0xffff];
const LARGE_NUMBERS = [...NUMBERS, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff];
const DECIMALS = ['0', '-1', '1e999', '00', '4294967296', '9007199254740993', '1.5', '65536', '-0', 'NaN'];
/** The share of changes that make an input as large as allowed, which reveals quadratic costs. */
const LARGE_SHARE = 0.002;

export interface Material {
  /** Returns a number in [0, 1). */
  random: () => number;
  tokens: readonly Buffer[];
  /** Another input, parts of which are copied. */
  other: Buffer;
}

/** Returns a copy with one to eight small changes; fewer changes are more likely. */
export function mutate(input: Buffer, material: Material): Buffer {
  let changed: Buffer = Buffer.from(input);
  do {
    const change = CHANGES[Math.floor(material.random() * CHANGES.length)]!;
    changed = change(changed, material);
  } while (material.random() < 0.4);
  if (material.random() < LARGE_SHARE) changed = repeat(changed, material, LARGEST_INPUT);
  return changed.subarray(0, LARGEST_INPUT);
}

type Change = (bytes: Buffer, material: Material) => Buffer;

/** Returns an integer from 0 to `count` - 1. */
const below = (random: () => number, count: number) => Math.floor(random() * count);
const pick = <T>(random: () => number, all: readonly T[]): T => all[below(random, all.length)]!;

/** Returns a length, usually a short one. */
const lengthUpTo = (random: () => number, maxLength: number) => Math.ceil(random() ** 3 * maxLength);

const replace = (bytes: Buffer, from: number, to: number, by: Uint8Array) =>
  Buffer.concat([bytes.subarray(0, from), by, bytes.subarray(to)]);

function range({ random }: Material, bytes: Buffer): [from: number, to: number] {
  const from = below(random, bytes.length + 1);
  return [from, from + lengthUpTo(random, bytes.length - from)];
}

function repeat(bytes: Buffer, material: Material, maxLength: number): Buffer {
  const [from, to] = range(material, bytes);
  if (from === to) return bytes;
  const length = Math.ceil(maxLength / (to - from)) * (to - from);
  return replace(bytes, from, to, Buffer.alloc(length, bytes.subarray(from, to)));
}

/** Overwrites bytes with a big-endian number of a random width. */
function writeNumber(bytes: Buffer, random: () => number, value: (at: number) => number): Buffer {
  const width = pick(
    random,
    [1, 2, 2, 3, 4].filter((one) => one <= bytes.length),
  );
  if (width === undefined) return bytes;
  const at = below(random, bytes.length - width + 1);
  bytes.writeUIntBE((value(at + width) >>> 0) % 256 ** width, at, width);
  return bytes;
}

const CHANGES: readonly Change[] = [
  (bytes, { random }) => {
    if (bytes.length > 0) bytes[below(random, bytes.length)]! ^= 1 << below(random, 8);
    return bytes;
  },
  (bytes, { random }) => {
    if (bytes.length > 0) bytes[below(random, bytes.length)] = below(random, 256);
    return bytes;
  },
  (bytes, { random }) => writeNumber(bytes, random, () => pick(random, LARGE_NUMBERS)),
  // The number of bytes that follow, as a length field has it, or slightly off.
  (bytes, { random }) =>
    writeNumber(bytes, random, (end) => bytes.length - end + pick(random, [0, 0, 1, -1, 4])),
  (bytes, { random }) => {
    const digits = [...bytes.toString('latin1').matchAll(/\d+/g)];
    if (digits.length === 0) return bytes;
    const { index, 0: text } = pick(random, digits);
    return replace(bytes, index, index + text.length, Buffer.from(pick(random, DECIMALS)));
  },
  (bytes, material) => replace(bytes, ...range(material, bytes), Buffer.alloc(0)),
  (bytes, { random }) => bytes.subarray(0, below(random, bytes.length + 1)),
  (bytes, material) => {
    const added = Buffer.from(
      Array.from({ length: lengthUpTo(material.random, 16) }, () => below(material.random, 256)),
    );
    const at = below(material.random, bytes.length + 1);
    return replace(bytes, at, at, added);
  },
  (bytes, material) => repeat(bytes, material, lengthUpTo(material.random, 512)),
  (bytes, material) => {
    const [from, to] = range(material, material.other);
    const [start, end] = range(material, bytes);
    return replace(bytes, start, pick(material.random, [start, end]), material.other.subarray(from, to));
  },
  insertToken,
  insertToken,
];

function insertToken(bytes: Buffer, { random, tokens }: Material): Buffer {
  const token = pick(random, tokens);
  if (token === undefined) return bytes;
  const at = below(random, bytes.length + 1);
  return replace(bytes, at, pick(random, [at, Math.min(bytes.length, at + token.length)]), token);
}
