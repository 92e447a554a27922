import { type Canvas, createCanvas, loadImage } from '@napi-rs/canvas';

const MOST_BYTES = 25 * 1024 * 1024;
const MOST_PIXELS = 50_000_000;

/** No frame shows more pixels than this of a picture's longer side. */
const LONGEST_SIDE = 2560;

/**
 * Decodes a PNG, JPEG or WebP picture, turned as its camera says.
 * @throws Error with a sentence for the user when the picture is unreadable, too small or too large.
 */
export async function decodePicture(image: Uint8Array): Promise<Canvas> {
  if (image.byteLength > MOST_BYTES)
    throw new Error(`The picture has ${image.byteLength} bytes; at most ${MOST_BYTES} are allowed.`);
  const size = pictureSize(image);
  if (!size) throw new Error('The picture is not a PNG, JPEG or WebP file.');
  if (size.width * size.height > MOST_PIXELS)
    throw new Error(
      `The picture has ${size.width} x ${size.height} pixels; at most ${MOST_PIXELS} are allowed.`,
    );
  if (size.width < 64 || size.height < 64)
    throw new Error(`The picture has ${size.width} x ${size.height} pixels; at least 64 x 64 are needed.`);
  const picture = await loadImage(Buffer.from(image)).catch(() => undefined);
  if (!picture?.width) throw new Error('The picture is damaged and cannot be decoded.');

  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
  const canvas = createCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
  const ctx = canvas.getContext('2d');
  ctx.imageSmoothingQuality = 'high';
  ctx.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Reads the size from the file's head, so that a small file that unpacks to gigapixels is never decoded. */
export function pictureSize(image: Uint8Array): { width: number; height: number } | undefined {
  const view = new DataView(image.buffer, image.byteOffset, image.byteLength);
  const ascii = (at: number, length: number) => String.fromCharCode(...image.subarray(at, at + length));
  if (image.length >= 24 && ascii(1, 3) === 'PNG')
    return { width: view.getUint32(16), height: view.getUint32(20) };
  if (image.length >= 30 && ascii(0, 4) === 'RIFF' && ascii(8, 4) === 'WEBP')
    return webpSize(view, ascii(12, 4));
  if (image.length >= 4 && view.getUint16(0) === 0xffd8) return jpegSize(view);
  return undefined;
}

function webpSize(view: DataView, chunk: string): { width: number; height: number } | undefined {
  const u24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  if (chunk === 'VP8X') return { width: u24(24) + 1, height: u24(27) + 1 };
  if (chunk === 'VP8 ')
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (chunk === 'VP8L') {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  return undefined;
}

/** Walks the segments to the frame header (SOF0..SOF15 without DHT, JPG and DAC). */
function jpegSize(view: DataView): { width: number; height: number } | undefined {
  let at = 2;
  while (at + 9 < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const frame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (frame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}
