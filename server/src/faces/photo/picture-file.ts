import { imageDimensionsFromData } from 'image-dimensions';

/** In pixels. */
export interface Size {
  width: number;
  height: number;
}

/** No frame shows more pixels of a picture's longer side than this. */
export const LONGEST_SIDE = 2560;

const PNG_JPEG_WEBP = /^(?:\x89PNG|\xff\xd8\xff|RIFF....WEBP)/s;
/** The start of a JPEG scan: two bytes that its data never contain. */
const SCAN = Buffer.from([0xff, 0xda]);

/** Reads the size from the file's header, so that a small file that unpacks to gigapixels is never decoded. */
export function pictureSize(image: Uint8Array): Size | undefined {
  const head = Buffer.from(image.subarray(0, 12)).toString('latin1');
  // The other formats that the library supports are never parsed.
  return PNG_JPEG_WEBP.test(head) ? imageDimensionsFromData(image) : undefined;
}

export const isJpeg = (image: Uint8Array): boolean => image[0] === 0xff && image[1] === 0xd8;

/**
 * Whether opening the file repeatedly costs little: it has no more pixels than a frame can show, and as a JPEG it has
 * only one scan; a progressive one may have thousands, which take time and no bytes.
 */
export function isPlain(image: Uint8Array): boolean {
  const { width, height } = pictureSize(image) ?? { width: 0, height: 0 };
  if (Math.max(width, height) > LONGEST_SIDE) return false;
  const file = Buffer.from(image.buffer, image.byteOffset, image.byteLength);
  return !isJpeg(image) || file.indexOf(SCAN, file.indexOf(SCAN) + 1) < 0;
}
