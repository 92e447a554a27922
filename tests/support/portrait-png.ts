import { crc32, deflateSync } from 'node:zlib';

const SIZE = 512;
type Colour = readonly [number, number, number];
const WALL: Colour = [150, 175, 190];
const HAIR: Colour = [70, 45, 30];
const SKIN: Colour = [224, 180, 150];
const EYE: Colour = [40, 30, 30];
const LIPS: Colour = [180, 80, 80];
const SHIRT: Colour = [40, 70, 120];

/** Returns a drawn portrait, facing the viewer: a PNG of 512 x 512 pixels as a data URL. */
export const portraitDataUrl = (): string => pngDataUrl(SIZE, SIZE, colourAt);

/** Returns a picture of a wall, without a person. */
export const wallDataUrl = (): string => pngDataUrl(SIZE, SIZE, () => WALL);

/** Returns a landscape with such portraits in it, each given by the left, top and side of its square in pixels. */
export function sceneDataUrl(
  width: number,
  height: number,
  people: readonly (readonly [left: number, top: number, side: number])[],
): string {
  return pngDataUrl(width, height, (atX, atY) => {
    const [x, y] = [atX * width, atY * height];
    for (const [left, top, side] of people) {
      const [u, v] = [(x - left) / side, (y - top) / side];
      const colour = u >= 0 && v >= 0 && u < 1 && v < 1 ? colourAt(u, v) : WALL;
      if (colour !== WALL) return colour;
    }
    const hills = 0.55 + 0.1 * Math.sin(atX * 9) + 0.04 * Math.sin(atX * 31);
    return atY < hills ? [150, 185, 225 - atY * 60] : [70, 110 + (atY - hills) * 60, 60];
  });
}

function pngDataUrl(width: number, height: number, colourAt: (x: number, y: number) => Colour): string {
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++)
      rows.set(colourAt(x / width, y / height), y * (1 + width * 3) + 1 + x * 3);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits, RGB.
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const png = Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return `data:image/png;base64,${png.toString('base64')}`;
}

function colourAt(x: number, y: number): Colour {
  const within = (cx: number, cy: number, rx: number, ry: number) =>
    ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 < 1;
  if (within(0.42, 0.42, 0.03, 0.018) || within(0.58, 0.42, 0.03, 0.018)) return EYE;
  if (within(0.5, 0.6, 0.07, 0.018)) return LIPS;
  if (within(0.5, 0.48, 0.17, 0.24)) return SKIN;
  if (within(0.5, 0.4, 0.22, 0.26)) return HAIR;
  if (within(0.5, 0.72, 0.07, 0.12)) return SKIN;
  return within(0.5, 1.02, 0.36, 0.26) ? SHIRT : WALL;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
