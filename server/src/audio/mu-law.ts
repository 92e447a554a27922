/** ITU-T G.711 µ-law, as telephones and some speech services use it: one byte per sample. */
const BIAS = 0x84;
const CLIP = 32_635;

const DECODED = Int16Array.from({ length: 256 }, (_, code) => {
  const inverted = ~code & 0xff;
  const magnitude = ((((inverted & 0x0f) << 3) + BIAS) << ((inverted & 0x70) >> 4)) - BIAS;
  return inverted & 0x80 ? -magnitude : magnitude;
});

export function decodeMuLaw(bytes: Uint8Array): Int16Array {
  const pcm = new Int16Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) pcm[i] = DECODED[bytes[i]!]!;
  return pcm;
}

export function encodeMuLaw(pcm: Int16Array): Uint8Array {
  const bytes = new Uint8Array(pcm.length);
  for (let i = 0; i < pcm.length; i++) {
    const sign = pcm[i]! < 0 ? 0x80 : 0;
    const magnitude = Math.min(CLIP, Math.abs(pcm[i]!)) + BIAS;
    const exponent = 31 - Math.clz32(magnitude) - 7;
    const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
    bytes[i] = ~(sign | (exponent << 4) | mantissa);
  }
  return bytes;
}
