/** Weights by name, as stored by OpenNMT's CTranslate2 (`model.bin`, version 6). */
export type Weights = ReadonlyMap<string, { dims: number[]; data: Float32Array }>;

const BYTES = [4, 1, 2, 4, 2];
const FLOAT32 = 0;
const FLOAT16 = 4;

/** @throws Error if the bytes have another version */
export function readCtranslate2(bytes: Buffer): Weights {
  let at = 0;
  const u8 = () => bytes.readUInt8(at++);
  const u16 = () => {
    at += 2;
    return bytes.readUInt16LE(at - 2);
  };
  const u32 = () => {
    at += 4;
    return bytes.readUInt32LE(at - 4);
  };
  const text = () => {
    const length = u16();
    at += length;
    return bytes.toString('utf8', at - length, at - 1);
  };
  const version = u32();
  if (version !== 6) throw new Error(`model.bin has version ${version}, and 6 is known`);
  text();
  u32();
  const weights = new Map<string, { dims: number[]; data: Float32Array }>();
  for (let left = u32(); left > 0; left--) {
    const name = text();
    const dims = Array.from({ length: u8() }, u32);
    const type = u8();
    const length = u32();
    weights.set(name, { dims, data: numbersOf(bytes, at, type, length / BYTES[type]!) });
    at += length;
  }
  return weights;
}

function numbersOf(bytes: Buffer, at: number, type: number, count: number): Float32Array {
  const data = new Float32Array(count);
  for (let n = 0; n < count; n++) {
    if (type === FLOAT32) data[n] = bytes.readFloatLE(at + 4 * n);
    else if (type === FLOAT16) data[n] = half(bytes.readUInt16LE(at + 2 * n));
    // Flags and numbers of heads, of one or two bytes.
    else data[n] = BYTES[type] === 1 ? bytes.readInt8(at + n) : bytes.readInt16LE(at + 2 * n);
  }
  return data;
}

/** Decodes a 16-bit number: sign, five bits of exponent, ten of fraction. */
function half(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
