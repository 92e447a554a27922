import { BitReader } from './bit-reader.ts';
import type { FrameDependencies } from './dependency-reader.ts';

const MANDATORY_BITS = 24;
const FLAG_BITS = 5;
/** `active_decode_targets_present_flag`, the second of the five. */
const ACTIVE_FLAG_AT = MANDATORY_BITS + 1;

/**
 * The descriptor for a receiver that gets part of the layers: with its own frame number, and the decode targets that
 * are there for it. @param active undefined leaves them as the publisher told.
 */
export function rewriteDependencies(
  dependencies: FrameDependencies,
  frame: number,
  active: number | undefined,
): Buffer {
  const { bytes } = dependencies;
  const written = active === undefined ? Buffer.from(bytes) : withActive(dependencies, active);
  written.writeUInt16BE(frame & 0xffff, 1);
  return written;
}

function withActive({ bytes, mask, extended, structure }: FrameDependencies, active: number): Buffer {
  const width = structure.targets.length;
  const source = new BitReader(bytes);
  const copy = (bits: number) => Array.from({ length: bits }, () => source.read(1));
  const head = copy(extended ? mask.at : MANDATORY_BITS);
  if (!extended) head.push(...Array.from({ length: FLAG_BITS }, () => 0));
  head[ACTIVE_FLAG_AT] = 1;
  if (extended && mask.present) source.read(width);
  const tail = extended ? copy(source.left) : [];
  const own = Array.from({ length: width }, (_, index) => Math.floor(active / 2 ** (width - 1 - index)) % 2);
  return pack([...head, ...own, ...tail]);
}

function pack(bits: readonly number[]): Buffer {
  const bytes = Buffer.alloc(Math.ceil(bits.length / 8));
  for (const [index, bit] of bits.entries()) bytes[index >> 3]! |= bit << (7 - (index & 7));
  return bytes;
}
