import { type DocumentFormat, FORMAT_NAMES } from './document-formats.ts';
import { ExtractionError } from './extraction-error.ts';

const MAGIC: [string, readonly number[]][] = [
  ['a PDF', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['a ZIP archive or Office document', [0x50, 0x4b, 0x03, 0x04]],
  ['an empty ZIP archive', [0x50, 0x4b, 0x05, 0x06]],
  ['an old Office document (.doc, .xls)', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]],
  ['a PNG picture', [0x89, 0x50, 0x4e, 0x47]],
  ['a JPEG picture', [0xff, 0xd8, 0xff]],
  ['a GIF picture', [0x47, 0x49, 0x46, 0x38]],
  ['a TIFF picture', [0x49, 0x49, 0x2a, 0x00]],
  ['a gzip file', [0x1f, 0x8b, 0x08]],
  ['a 7z archive', [0x37, 0x7a, 0xbc, 0xaf]],
  ['a RAR archive', [0x52, 0x61, 0x72, 0x21, 0x1a]],
  ['a zstd file', [0x28, 0xb5, 0x2f, 0xfd]],
  ['an xz file', [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  ['a program', [0x7f, 0x45, 0x4c, 0x46]],
  ['an RTF document', [0x7b, 0x5c, 0x72, 0x74, 0x66]],
  ['a WebAssembly module', [0x00, 0x61, 0x73, 0x6d]],
  ['an audio or video file', [0x4f, 0x67, 0x67, 0x53]],
  ['an audio or video file', [0x49, 0x44, 0x33]],
];

const EXPECTED: Partial<Record<DocumentFormat, string>> = {
  pdf: 'a PDF',
  docx: 'a ZIP archive or Office document',
};

/**
 * Compares the first bytes with the declared format. A file that is valid in two formats is refused too, because
 * different readers would read different texts.
 */
export function checkContent(bytes: Uint8Array, format: DocumentFormat): void {
  if (bytes.length === 0) throw new ExtractionError('empty', 'The file is empty.');
  const start = skipBlank(bytes);
  const found = MAGIC.find(([, magic]) => startsWith(bytes, start, magic))?.[0] ?? mediaContainerOf(bytes);
  const expected = EXPECTED[format];
  if (expected === undefined) {
    if (found !== undefined) refuse(format, found);
    if (looksBinary(bytes)) refuse(format, 'binary data');
    return;
  }
  if (found !== expected) refuse(format, found ?? 'something else');
  if (format === 'pdf' && endsAsZip(bytes)) refuse(format, 'both a PDF and a ZIP archive');
  if (format === 'docx' && start > 0) refuse(format, 'a ZIP archive with other data before it');
}

function refuse(format: DocumentFormat, found: string): never {
  throw new ExtractionError(
    'wrong_type',
    `The file was declared as ${FORMAT_NAMES[format]}, but it is ${found}.`,
  );
}

/** Skips a byte-order mark and a little white space, which may precede the first real byte. */
function skipBlank(bytes: Uint8Array): number {
  let at = startsWith(bytes, 0, [0xef, 0xbb, 0xbf]) ? 3 : 0;
  while (at < 64 && (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09))
    at++;
  return at;
}

function startsWith(bytes: Uint8Array, at: number, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[at + index] === byte);
}

function mediaContainerOf(bytes: Uint8Array): string | undefined {
  // "RIFF", and "ftyp" of ISO media files.
  if (startsWith(bytes, 0, [0x52, 0x49, 0x46, 0x46])) return 'an audio, picture or video file';
  if (startsWith(bytes, 4, [0x66, 0x74, 0x79, 0x70])) return 'a video or HEIC file';
  return undefined;
}

/** Whether there are many control characters; text in UTF-16, in which every other byte is NUL, does not count. */
function looksBinary(bytes: Uint8Array): boolean {
  if (startsWith(bytes, 0, [0xff, 0xfe]) || startsWith(bytes, 0, [0xfe, 0xff])) return false;
  const sample = bytes.subarray(0, 8192);
  let controls = 0;
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) {
    if (byte === 0) zeros[at % 2]!++;
    else if (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 27)
      controls++;
  }
  const half = sample.length / 2;
  const isUtf16 = Math.max(zeros[0]!, zeros[1]!) > 0.3 * half && Math.min(zeros[0]!, zeros[1]!) < 0.1 * half;
  return isUtf16 ? controls > 0.1 * half : controls + zeros[0]! + zeros[1]! > 0.05 * sample.length + 2;
}

/** Whether the file ends with a ZIP directory, and its comment of the stated length. */
function endsAsZip(bytes: Uint8Array): boolean {
  // The directory's last record has 22 bytes and a comment of at most 65,535.
  const from = Math.max(0, bytes.length - 65_557);
  for (let at = bytes.length - 22; at >= from; at--) {
    if (!startsWith(bytes, at, [0x50, 0x4b, 0x05, 0x06])) continue;
    if (at + 22 + (bytes[at + 20]! | (bytes[at + 21]! << 8)) === bytes.length) return true;
  }
  return false;
}
