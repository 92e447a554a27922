/** A square part of a picture, in its pixels. */
export interface Crop {
  x: number;
  y: number;
  size: number;
}

/** No conversation shows more of a face. */
const LONGEST_SIDE = 1024;
/** What the service needs at least. */
export const LEAST_SIDE = 64;
const QUALITY = 0.92;

/** @param address a data URL, or an address of this service. Rejects where it is no picture. */
export async function loadPicture(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

/** The largest square, and of a high picture its upper part, where faces are. */
export function largestSquare({ naturalWidth, naturalHeight }: HTMLImageElement): Crop {
  const size = Math.min(naturalWidth, naturalHeight);
  return { x: (naturalWidth - size) / 2, y: (naturalHeight - size) * 0.15, size };
}

/** The crop inside the picture, with a size that the service takes. */
export function withinPicture({ naturalWidth, naturalHeight }: HTMLImageElement, { x, y, size }: Crop): Crop {
  const most = Math.min(naturalWidth, naturalHeight);
  const side = Math.min(most, Math.max(LEAST_SIDE, size));
  return {
    x: Math.min(naturalWidth - side, Math.max(0, x)),
    y: Math.min(naturalHeight - side, Math.max(0, y)),
    size: side,
  };
}

/** The crop as a data URL: JPEG of a JPEG, else a format that keeps what is transparent. */
export function cropPicture(image: HTMLImageElement, { x, y, size }: Crop): string {
  const canvas = document.createElement('canvas');
  const side = Math.round(Math.min(LONGEST_SIDE, size));
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, x, y, size, size, 0, 0, side, side);
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
