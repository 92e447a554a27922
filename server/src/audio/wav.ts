import { isSampleRate } from './sample-rates.ts';

/** Encodes RIFF/WAVE with signed 16 bit mono audio. */
export function encodeWav(pcm: Int16Array, sampleRate: number): Uint8Array {
  const bytes = new Uint8Array(44 + pcm.byteLength);
  const view = new DataView(bytes.buffer);
  const ascii = (at: number, text: string) => bytes.set(Buffer.from(text, 'latin1'), at);
  ascii(0, 'RIFF');
  view.setUint32(4, 36 + pcm.byteLength, true);
  ascii(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  ascii(36, 'data');
  view.setUint32(40, pcm.byteLength, true);
  bytes.set(new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength), 44);
  return bytes;
}

export interface WavHeader {
  sampleRate: number;
  channels: number;
  /** The two supported encodings; any other is refused. */
  encoding: 'pcm16' | 'float32';
  dataAt: number;
}

/** A header has some dozens of bytes, or some kilobytes with the tags that players show. */
const MAX_HEADER_BYTES = 64 * 1024;
/** Usually a handful precede the audio. */
const MAX_CHUNKS = 64;

/**
 * Reads the header of a WAVE stream; returns `undefined` if it is incomplete. Lengths in the header are ignored,
 * because streaming servers do not know them.
 * @throws Error if it is not a WAVE, has an unknown encoding, rate or number of channels, or its header does not end
 */
export function readWavHeader(bytes: Uint8Array): WavHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const ascii = (at: number) => Buffer.from(bytes.subarray(at, at + 4)).toString('latin1');
  if (bytes.length < 12) return undefined;
  if (ascii(0) !== 'RIFF' || ascii(8) !== 'WAVE') throw new Error('not a WAVE file');
  let format: Omit<WavHeader, 'dataAt'> | undefined;
  let chunks = 0;
  for (let at = 12; at + 8 <= bytes.length && chunks < MAX_CHUNKS; chunks++) {
    const length = view.getUint32(at + 4, true);
    if (ascii(at) === 'data') {
      if (!format) throw new Error('a WAVE file without a format');
      return { ...format, dataAt: at + 8 };
    }
    if (ascii(at) === 'fmt ') {
      const isExtensible = length >= 40 && at + 24 <= bytes.length && view.getUint16(at + 8, true) === 0xfffe;
      // The true tag begins the sub-format.
      const tagAt = isExtensible ? at + 32 : at + 8;
      if (Math.max(tagAt + 2, at + 24) > bytes.length) return undefined;
      const tag = view.getUint16(tagAt, true);
      const bits = view.getUint16(at + 22, true);
      const isFloat = tag === 3 && bits === 32;
      if (!isFloat && !(tag === 1 && bits === 16)) {
        throw new Error(`a WAVE file of encoding ${tag} with ${bits} bits`);
      }
      const channels = Math.max(1, view.getUint16(at + 10, true));
      const sampleRate = view.getUint32(at + 12, true);
      if (channels > 8 || !isSampleRate(sampleRate))
        throw new Error(`a WAVE file of ${channels} channels at ${sampleRate} Hz`);
      format = {
        channels,
        sampleRate,
        encoding: isFloat ? 'float32' : 'pcm16',
      };
    }
    at += 8 + length + (length % 2);
  }
  if (bytes.length > MAX_HEADER_BYTES || chunks === MAX_CHUNKS)
    throw new Error('a WAVE file whose header does not end');
  return undefined;
}
