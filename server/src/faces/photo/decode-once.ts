import type { Canvas } from '@napi-rs/canvas';
import { ContentCache, contentKey } from './content-cache.ts';
import { type DecodedPicture, type DecodeOptions, decodePicture } from './decode-picture.ts';
import { isJpeg, isPlain } from './picture-file.ts';

/** The maximum bytes of pixels kept: a dozen usual pictures, or two of the largest. */
const MAX_KEPT = 64 * 1024 * 1024;
const QUALITY = 90;
const pictures = new ContentCache<Canvas>(MAX_KEPT, ({ width, height }) => 4 * width * height);

/**
 * Like `decodePicture`, but a picture that this thread has decoded recently is not decoded again, unless its face is to
 * be found. The picture must not be drawn on. `key` identifies the file's content.
 */
export async function decodeOnce(
  image: Uint8Array,
  key: string,
  options: DecodeOptions,
): Promise<DecodedPicture> {
  const picture = options.findsFace ? undefined : pictures.get(key);
  if (picture) return { picture };
  const decoded = await decodePicture(image, options);
  pictures.set(key, decoded.picture);
  return decoded;
}

/**
 * Returns a copy of a picture in a file that costs little to decode, rotated as its camera recorded and as large as a
 * frame can show: JPEG, or WebP to preserve transparency. Undefined if its own file is of this kind.
 * @throws like `decodePicture`
 */
export async function plainCopy(image: Uint8Array): Promise<Uint8Array | undefined> {
  if (isPlain(image)) return undefined;
  const { picture } = await decodeOnce(image, contentKey(image), {});
  return isJpeg(image) ? picture.encode('jpeg', QUALITY) : picture.encode('webp', QUALITY);
}
