/** A square part of a picture, in its pixels. */
export interface Crop {
  x: number;
  y: number;
  size: number;
}

/** Longest side of a cut picture in pixels: no conversation shows more of a face. */
const LONGEST_SIDE = 1024;
/** Longest side of a whole picture in pixels: people in it may be small. */
const LONGEST_WHOLE = 2048;
/** Shortest side in pixels that the service takes. */
export const MIN_SIDE = 64;
const QUALITY = 0.92;

/** @param address a data URL, or an address of this service. Rejects where it is no picture. */
export async function loadPicture(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

/**
 * In a square with head and shoulders: the distance of the eyes and their distance from the top, as shares of
 * its side, as the service frames them.
 */
const EYES_APART = 0.165;
const EYES_FROM_TOP = 0.4;

/** Head and shoulders of somebody, by the eyes in parts of the picture, as far as the picture reaches. */
export function squareOfPerson(image: HTMLImageElement, eyes: Record<string, [number, number]>): Crop {
  const [left, right] = ['leftEye', 'rightEye'].map((name) => {
    const [x, y] = eyes[name]!;
    return [x * image.naturalWidth, y * image.naturalHeight] as const;
  }) as [readonly [number, number], readonly [number, number]];
  const size = Math.hypot(right[0] - left[0], right[1] - left[1]) / EYES_APART;
  const { size: maxSide } = largestSquare(image);
  const side = Math.min(maxSide, size);
  const [x, y] = [(left[0] + right[0]) / 2 - side / 2, (left[1] + right[1]) / 2 - side * EYES_FROM_TOP];
  return withinPicture(image, { x, y, size });
}

/** The largest square, and of a high picture its upper part, where faces are. */
export function largestSquare({ naturalWidth, naturalHeight }: HTMLImageElement): Crop {
  const size = Math.min(naturalWidth, naturalHeight);
  return { x: (naturalWidth - size) / 2, y: (naturalHeight - size) * 0.15, size };
}

/** The crop inside the picture, with a size that the service takes. */
export function withinPicture({ naturalWidth, naturalHeight }: HTMLImageElement, { x, y, size }: Crop): Crop {
  const maxSide = Math.min(naturalWidth, naturalHeight);
  const side = Math.min(maxSide, Math.max(MIN_SIDE, size));
  return {
    x: Math.min(naturalWidth - side, Math.max(0, x)),
    y: Math.min(naturalHeight - side, Math.max(0, y)),
    size: side,
  };
}

/** The whole picture, as `cropPicture` gives a part. */
export function wholePicture(image: HTMLImageElement): string {
  const { naturalWidth: width, naturalHeight: height } = image;
  return drawPart(image, { x: 0, y: 0, width, height }, LONGEST_WHOLE);
}

/** The crop as a data URL: JPEG of a JPEG, else a format that keeps what is transparent. */
export const cropPicture = (image: HTMLImageElement, { x, y, size }: Crop): string =>
  drawPart(image, { x, y, width: size, height: size }, LONGEST_SIDE);

function drawPart(
  image: HTMLImageElement,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  longestSide: number,
): string {
  const canvas = document.createElement('canvas');
  const scale = Math.min(1, longestSide / Math.max(width, height));
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL(image.src.startsWith('data:image/jpeg') ? 'image/jpeg' : 'image/webp', QUALITY);
}

export function readDataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
