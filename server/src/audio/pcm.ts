/** Encodes signed 16 bit little-endian samples as base64, as every realtime protocol carries them. */
export function pcmToBase64(pcm: Int16Array): string {
  return Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength).toString('base64');
}

/** Returns the samples in their own buffer; an odd last byte is left out. */
export function pcmFromBase64(base64: string): Int16Array {
  return pcmFromBytes(Buffer.from(base64, 'base64'));
}

export function pcmFromBytes(bytes: Uint8Array): Int16Array {
  const pcm = new Int16Array(bytes.byteLength >> 1);
  new Uint8Array(pcm.buffer).set(bytes.subarray(0, pcm.byteLength));
  return pcm;
}

/** Returns the samples as numbers from -1 to 1, as models take them. */
export function toFloats(pcm: Int16Array): Float32Array<ArrayBuffer> {
  // A loop, because `from` with a function takes several times as long, and all microphone audio passes here.
  const floats = new Float32Array(pcm.length);
  for (let at = 0; at < pcm.length; at++) floats[at] = pcm[at]! / 32_768;
  return floats;
}

/** Returns numbers from -1 to 1 as samples; numbers beyond that range are clipped. */
export function toPcm(floats: Float32Array): Int16Array<ArrayBuffer> {
  const pcm = new Int16Array(floats.length);
  for (let at = 0; at < pcm.length; at++)
    pcm[at] = Math.round(Math.max(-1, Math.min(1, floats[at]!)) * 32_767);
  return pcm;
}

/** Whether all samples are zero. */
export function isSilent(pcm: Int16Array): boolean {
  for (let at = 0; at < pcm.length; at++) if (pcm[at] !== 0) return false;
  return true;
}

export function durationMs(samples: number, sampleRate: number): number {
  return (samples * 1000) / sampleRate;
}

export function concatPcm(pieces: readonly Int16Array[]): Int16Array {
  const joined = new Int16Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}
