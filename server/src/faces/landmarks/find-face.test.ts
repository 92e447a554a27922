import { readFile } from 'node:fs/promises';
import { type Canvas, createCanvas, type Image, loadImage } from '@napi-rs/canvas';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawStill } from '../render-still.ts';
import { FACE_POINTS, MESH_POINTS } from './face-points.ts';
import { averageUnitMesh, findFaces } from './find-face.ts';

/** The pupils as a person marked them, in pixels of the photograph (320 x 320). */
const LEFT_EYE = [138, 100.5] as const;
const RIGHT_EYE = [181.5, 103] as const;
const IRISES = [MESH_POINTS, (MESH_POINTS + FACE_POINTS) / 2] as const;

let photograph: Image;
beforeAll(async () => {
  const file = new URL('../../../src/faces/landmarks/testing/astronaut.jpg', import.meta.url);
  photograph = await loadImage(await readFile(file));
});

function place(width: number, height: number, draw: (ctx: ReturnType<Canvas['getContext']>) => void): Canvas {
  const canvas = createCanvas(width, height);
  const ctx = canvas.getContext('2d');
  ctx.fillStyle = '#8a9099';
  ctx.fillRect(0, 0, width, height);
  draw(ctx);
  return canvas;
}

const at = (face: readonly number[], point: number) => [face[point * 3]!, face[point * 3 + 1]!] as const;

describe('findFaces', () => {
  it.each([
    ['small in a wide picture', 800, 400, 0.7, 500, 120, 0],
    ['too small for one look at a wide picture', 1600, 900, 0.3, 900, 300, 0],
    ['cut by the border', 150, 200, 1, -90, -60, 0],
    ['turned by 30 degrees', 320, 320, 0.9, 110, -30, 0.52],
  ])('finds the irises of a face %s', (_, width, height, scale, x, y, angle) => {
    const picture = place(width, height, (ctx) => {
      ctx.translate(x, y);
      ctx.rotate(angle);
      ctx.scale(scale, scale);
      ctx.drawImage(photograph, 0, 0);
    });
    const face = findFaces(picture)[0]!.points;
    expect(face).toHaveLength(3 * FACE_POINTS);
    for (const [i, [px, py]] of [LEFT_EYE, RIGHT_EYE].entries()) {
      const [foundX, foundY] = at(face, IRISES[i]!);
      const wantedX = x + scale * (px * Math.cos(angle) - py * Math.sin(angle));
      const wantedY = y + scale * (px * Math.sin(angle) + py * Math.cos(angle));
      expect(Math.hypot(foundX - wantedX, foundY - wantedY)).toBeLessThan(3);
    }
  });

  it('finds the open lips of a laughing person, and the closed ones of a built-in one', async () => {
    const gapIn = (picture: Canvas) => gap(findFaces(picture)[0]!.points);
    const gap = (face: readonly number[]) =>
      (at(face, 14)[1] - at(face, 13)[1]) /
      Math.hypot(at(face, 263)[0] - at(face, 33)[0], at(face, 263)[1] - at(face, 33)[1]);
    expect(gapIn(place(320, 320, (ctx) => ctx.drawImage(photograph, 0, 0)))).toBeGreaterThan(0.05);
    const { png: still } = await drawStill({ identity: 'tomas' }, { width: 400, height: 400 });
    const drawn = await loadImage(Buffer.from(still));
    expect(gapIn(place(400, 400, (ctx) => ctx.drawImage(drawn, 0, 0)))).toBeLessThan(0.02);
  });

  it('finds all faces, the largest first', () => {
    const picture = place(800, 400, (ctx) => {
      ctx.drawImage(photograph, 0, 100, 250, 250);
      ctx.drawImage(photograph, 400, 0);
    });
    const noses = findFaces(picture).map(({ points }) => Math.round(at(points, 1)[0] / 400));
    expect(noses).toEqual([1, 0]);
  });

  it('finds no face in a picture without one', () => {
    const stripes = place(120, 120, (ctx) => {
      for (let i = 0; i < 120; i += 20) {
        ctx.fillStyle = i % 40 ? '#203040' : '#d0c0a0';
        ctx.fillRect(i, 0, 20, 120);
      }
    });
    const upsideDown = place(160, 160, (ctx) => {
      ctx.translate(160, 160);
      ctx.rotate(Math.PI);
      ctx.scale(0.5, 0.5);
      ctx.drawImage(photograph, 0, 0);
    });
    for (const picture of [stripes, upsideDown]) expect(findFaces(picture)).toEqual([]);
  });
});

it('guesses an average face: upright, symmetrical, with closed eyes and lips in their order', () => {
  const face = averageUnitMesh();
  const rows = [10, 159, 145, 1, 13, 14, 152].map((point) => at(face, point)[1]);
  expect(rows).toEqual([...rows].sort((a, b) => a - b));
  expect(Math.abs(at(face, 33)[0] + at(face, 263)[0])).toBeLessThan(0.05);
});
