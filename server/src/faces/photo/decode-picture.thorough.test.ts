import { createCanvas } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import { makePng, pngBehindAnother } from '../testing/make-png.ts';
import { slowJpeg } from '../testing/slow-jpeg.ts';
import { BOUNDS, decodePicture } from './decode-picture.ts';
import { packFaces } from './packed-faces.ts';

const white = (side: number, format: 'jpeg' | 'webp') => {
  const canvas = createCanvas(side, side);
  canvas.getContext('2d').fillRect(0, 0, side, side);
  return canvas.encode(format as 'webp');
};

/**
 * Returns a JPEG that a naive segment reader takes for one of 256 x 256 pixels. The marker RST0 has no length, so
 * such a reader takes the next marker for its length and lands in a comment. Decoders handle RST0 correctly.
 */
async function jpegBehindAnother(side: number): Promise<Buffer> {
  const jpeg = Buffer.from(await white(side, 'jpeg'));
  const comment = Buffer.alloc(2 + 0xffff, ' ');
  comment.set([0xff, 0xfe, 0xff, 0xff]);
  // What the reader finds there: a frame header, whose height and width are the next comment's length and first bytes.
  comment.set([0xff, 0xc0, 0], 0xffff - 1);
  const next = Buffer.from([0xff, 0xfe, 1, 0, 1, 0, ...Buffer.alloc(252)]);
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xd0]), comment, next, jpeg.subarray(2)]);
}

/** Returns a WebP whose extended header claims 100 x 100 pixels. */
async function webpBehindAnother(side: number): Promise<Buffer> {
  const webp = Buffer.from(await white(side, 'webp'));
  const chunk = webp.subarray(12);
  const head = Buffer.from('RIFF----WEBPVP8X\x0a\0\0\0\0\0\0\0\x63\0\0\x63\0\0', 'latin1');
  head.writeUInt32LE(head.length - 8 + chunk.length, 4);
  return Buffer.concat([head, chunk]);
}

it.each<[what: string, image: () => Buffer | Promise<Buffer>]>([
  ['a JPEG', () => jpegBehindAnother(900)],
  ['a PNG', () => pngBehindAnother(900, 900)],
  ['a WebP', () => webpBehindAnother(900)],
])('%s is refused if a decoder would read another size than it states', async (_, image) => {
  await expect(decodePicture(await image())).rejects.toMatchObject({ name: 'PictureError' });
});

it('a picture that needs too much memory ends the process that decodes it', async () => {
  const image = makePng(6000, 6000);
  expect((await decodePicture(image)).picture.width).toBe(2560);
  await expect(decodePicture(image, { bounds: { ...BOUNDS, dataKiB: 220_000 } })).rejects.toThrow(/memory/);
});

it('one that takes too much CPU time ends it too, however long it waits for a CPU', async () => {
  const image = slowJpeg(7000, 40);
  await expect(decodePicture(image, { bounds: { ...BOUNDS, cpuSeconds: 1 } })).rejects.toThrow(/too long/);
});

it('and one that takes too much time overall', async () => {
  await expect(decodePicture(makePng(64, 64), { bounds: { ...BOUNDS, timeoutMs: 1 } })).rejects.toThrow(
    /too long/,
  );
});

it('a search that takes too long leaves the picture unchanged', async () => {
  const shown: number[] = [];
  const onPicture = ({ width }: { width: number }) => void shown.push(width);
  const options = { findsFace: true, onPicture };
  const image = makePng(80, 64);
  expect(await decodePicture(image, options)).toMatchObject({
    faces: packFaces([], { width: 1, height: 1 }),
  });
  const { picture, faces } = await decodePicture(image, { ...options, searchMs: 0 });
  expect([picture.width, faces, ...shown]).toEqual([80, undefined, 80, 80]);
});

it('keeps the pixels, and those that are transparent', async () => {
  const canvas = createCanvas(80, 64);
  const ctx = canvas.getContext('2d');
  ctx.fillStyle = '#ff8000';
  ctx.fillRect(0, 0, 40, 64);
  const { picture: decoded } = await decodePicture(await canvas.encode('png'));
  const at = (x: number) => [...decoded.getContext('2d').getImageData(x, 9, 1, 1).data];
  expect([at(5), at(60)]).toEqual([
    [255, 128, 0, 255],
    [0, 0, 0, 0],
  ]);
});

it('slow pictures of one owner leave others their turn, few of them wait, and cancelled ones end', async () => {
  const slow = slowJpeg(7000, 100);
  const gone = new AbortController();
  const options = { owner: 'a', signal: gone.signal };
  // One picture is being decoded, eight wait.
  const answers = Array.from({ length: 10 }, () => decodePicture(slow, options));
  await expect(Promise.race(answers)).rejects.toThrow(/Too many pictures are waiting/);
  expect((await decodePicture(makePng(80, 64), { owner: 'b' })).picture.width).toBe(80);
  gone.abort(new Error('given up'));
  const reasons = (await Promise.allSettled(answers)).map((answer) =>
    String('reason' in answer && answer.reason),
  );
  expect(reasons.filter((reason) => /given up/.test(reason))).toHaveLength(9);
  expect((await decodePicture(makePng(80, 64), { owner: 'a' })).picture.width).toBe(80);
});
