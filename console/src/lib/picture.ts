/** A square part of a picture, in pixels. */
export interface Crop {
  x: number;
  y: number;
  size: number;
}

/** Longest side of a cropped picture in pixels: no conversation shows a face in more detail. */
const LONGEST_SIDE = 1024;
/** Longest side of a whole picture in pixels: people in it may be small. */
const LONGEST_WHOLE = 2048;
/** Shortest side in pixels that the service accepts. */
export const MIN_SIDE = 64;
const QUALITY = 0.92;

/** @param address a data URL, or an address of this service. @throws if it is not a picture */
export async function loadPicture(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

/**
 * How the service frames head and shoulders in a square: the distance between the eyes, and the distance of the eyes
 * from the top, as fractions of its side.
 */
const EYES_APART = 0.165;
const EYES_FROM_TOP = 0.4;

/** Returns the square around head and shoulders, within the picture. @param eyes as fractions of the picture */
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

/** Returns the largest square, in the upper part of a portrait picture, because faces are there. */
export function largestSquare({ naturalWidth, naturalHeight }: HTMLImageElement): Crop {
  const size = Math.min(naturalWidth, naturalHeight);
  return { x: (naturalWidth - size) / 2, y: (naturalHeight - size) * 0.15, size };
}

/** Moves a crop into the picture, and limits its size to what the service accepts. */
export function withinPicture({ naturalWidth, naturalHeight }: HTMLImageElement, { x, y, size }: Crop): Crop {
  const maxSide = Math.min(naturalWidth, naturalHeight);
  const side = Math.min(maxSide, Math.max(MIN_SIDE, size));
  return {
    x: Math.min(naturalWidth - side, Math.max(0, x)),
    y: Math.min(naturalHeight - side, Math.max(0, y)),
    size: side,
  };
}

/** Returns the whole picture as a data URL, scaled down if needed. */
export function wholePicture(image: HTMLImageElement): string {
  const { naturalWidth: width, naturalHeight: height } = image;
  return drawPart(image, { x: 0, y: 0, width, height }, LONGEST_WHOLE);
}

/** Returns the crop as a data URL: JPEG if the source is JPEG, otherwise a format that keeps transparency. */
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
