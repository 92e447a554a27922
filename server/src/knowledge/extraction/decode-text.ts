import { isAscii, isUtf8 } from 'node:buffer';
import { ExtractionError } from './extraction-error.ts';

const CHUNK_BYTES = 256 * 1024;

/**
 * Decodes bytes to text, in pieces. The encoding is chosen in this order: by the byte-order mark; UTF-16 if every other
 * byte is NUL; UTF-8 if it is valid UTF-8 beyond ASCII; the declared character set; UTF-8, repairing a few broken
 * characters; Windows-1252, which includes Latin-1.
 * @throws {ExtractionError} `unsupported_type` if the declared character set is needed and unknown
 */
export function* decodeText(bytes: Uint8Array, charset?: string): Generator<string> {
  const decoder = new TextDecoder(encodingOf(bytes, charset));
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    const end = Math.min(bytes.length, at + CHUNK_BYTES);
    yield decoder.decode(bytes.subarray(at, end), { stream: end < bytes.length });
  }
}

function encodingOf(bytes: Uint8Array, charset: string | undefined): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const wide = guessUtf16(bytes);
  if (wide !== undefined) return wide;
  if (isUtf8(bytes) && !isAscii(bytes)) return 'utf-8';
  const declared = charset === undefined ? 'utf-8' : encodingNamed(charset);
  if (declared !== 'utf-8') return declared;
  return isMostlyUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

function encodingNamed(charset: string): string {
  try {
    return new TextDecoder(charset).encoding;
  } catch (cause) {
    throw new ExtractionError(
      'unsupported_type',
      `The character set "${charset}" is unknown. Save the document as UTF-8.`,
      { cause },
    );
  }
}

function guessUtf16(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, 8192);
  const zeros = [0, 0];
  for (let at = 0; at < sample.length; at++) if (sample[at] === 0) zeros[at % 2]!++;
  const enough = sample.length * 0.15;
  if (zeros[1]! > enough && zeros[0]! < enough / 4) return 'utf-16le';
  if (zeros[0]! > enough && zeros[1]! < enough / 4) return 'utf-16be';
  return undefined;
}

/** Whether the text is UTF-8 with faults, which has many valid sequences. Text in another encoding has hardly any. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const sample = new TextDecoder('utf-8').decode(bytes.subarray(0, 1024 * 1024));
  let broken = 0;
  let sound = 0;
  for (let at = 0; at < sample.length; at++) {
    const code = sample.charCodeAt(at);
    if (code === 0xfffd) broken++;
    else if (code > 0x7f) sound++;
  }
  return broken === 0 || sound > broken * 4;
}
