import type { Canvas } from '@napi-rs/canvas';
import { findFaces } from '@visavis/server/dist/faces/landmarks/find-face.js';
import { EYES, LOWER_LIP, OVAL, UPPER_LIP } from '@visavis/server/dist/faces/photo/mesh-points.js';
import { bendMesh, pointsOfMesh } from '@visavis/server/dist/faces/photo/place-points.js';
import { LINES } from '@visavis/server/dist/faces/photo/rig.js';
import { creaseAbove, irisAt, lidEdge } from './draw-eyes.ts';
import { lipEdge } from './draw-mouth.ts';
import type { Look } from './look.ts';
import { PERSON, SCALE } from './pack-size.ts';
import { outlineOf } from './paint-face.ts';
import type { Point } from './sheet.ts';

type Places = Map<number, Point>;

/**
 * The 478 points of the mesh in pixels of the pack: x, y and depth. The network finds the face; what the painter knows
 * better, the edges of lips, lids, irises and jaw, is put where it was painted.
 * @throws Error when no face is found
 */
export function placePoints(look: Look, picture: Canvas, irisRadius: number): number[][] {
  const found = findFaces(picture)[0];
  if (!found?.isClear) throw new Error('The network finds no face in what was painted.');
  const known: Places = new Map();
  placeLips(look, known);
  placeLids(look, known);
  placeIrises(look, irisRadius, known);
  placeJaw(look, found.points, known);
  const size = { width: 1, height: 1 };
  const rig = pointsOfMesh(found.points, size);
  for (const [line, { points }] of Object.entries(LINES))
    points.forEach((point, i) => {
      const place = known.get(point);
      if (place) rig[`${line}${i}`] = inPack(place);
    });
  const lines = Object.entries(rig).filter(([name]) => /\d$/.test(name));
  const wanted = lines.map(([name, [x, y]]) => ({ name, x, y }));
  const bent = bendMesh(found.points, wanted);
  return Array.from({ length: bent.length / 3 }, (_, i) => {
    const place = known.get(i);
    const [x, y] = place ? inPack(place) : [bent[3 * i]!, bent[3 * i + 1]!];
    return [x, y, bent[3 * i + 2]!].map((value) => Math.round(value * 10) / 10);
  });
}

const inPack = ([x, y]: Point): [number, number] => [(x - PERSON.left) * SCALE, (y - PERSON.top) * SCALE];
const inDrawing = (x: number, y: number): Point => [x / SCALE + PERSON.left, y / SCALE + PERSON.top];

/** Where a curve from the left to the right is `part` of its width from its left end. */
function along(curve: readonly Point[], part: number): Point {
  const [first, last] = [curve[0]!, curve.at(-1)!];
  const x = first[0] + (last[0] - first[0]) * part;
  const beyond = curve.findIndex((point, k) => k > 0 && point[0] >= x);
  const k = beyond < 0 ? curve.length - 1 : beyond;
  const [a, b] = [curve[k - 1]!, curve[k]!];
  const t = (x - a[0]) / (b[0] - a[0] || 1);
  return [x, a[1] + (b[1] - a[1]) * Math.max(0, Math.min(1, t))];
}

/** Parts of the way from the left to the right, closer to each other at the ends. */
const partsOf = (count: number): number[] =>
  Array.from({ length: count }, (_, k) => {
    const even = k / (count - 1);
    return 0.5 * even + 0.25 * (1 - Math.cos(Math.PI * even));
  });

function placeLips(look: Look, known: Places): void {
  const line = lipEdge(look, 'line');
  for (const [rows, outer] of [
    [UPPER_LIP, lipEdge(look, 'upper')],
    [LOWER_LIP, lipEdge(look, 'lower')],
  ] as const) {
    rows.forEach((points, row) => {
      partsOf(points.length).forEach((part, k) => {
        const [[ax, ay], [bx, by]] = [along(outer, part), along(line, part)];
        const t = row / (rows.length - 1);
        known.set(points[k]!, [ax + (bx - ax) * t, ay + (by - ay) * t]);
      });
    });
  }
}

function placeLids(look: Look, known: Places): void {
  EYES.forEach(({ upper, lower, crease, bag }, i) => {
    const side = i === 0 ? -1 : 1;
    const above = creaseAbove(look);
    for (const [edge, points, skins, away] of [
      ['upper', upper, crease, -above],
      ['lower', lower, bag, above],
    ] as const) {
      const curve = lidEdge(look, side, edge);
      partsOf(points.length).forEach((part, k) => {
        const [x, y] = along(curve, part);
        known.set(points[k]!, [x, y]);
        const outwards = 2 * part - 1;
        known.set(skins[k]!, [x + outwards * 8, y + away * (1 - 0.7 * outwards ** 2)]);
      });
    }
  });
}

function placeIrises(look: Look, radius: number, known: Places): void {
  for (const [side, first] of [
    [-1, 468],
    [1, 473],
  ] as const) {
    const [x, y] = irisAt(look, side);
    const ends: Point[] = [
      [0, 0],
      [1, 0],
      [0, -1],
      [-1, 0],
      [0, 1],
    ];
    ends.forEach(([dx, dy], i) => {
      known.set(first + i, [x + dx * radius, y + dy * radius]);
    });
  }
}

/** The outline below the eyes, in the direction in which the network sees each point. */
function placeJaw(look: Look, mesh: readonly number[], known: Places): void {
  const outline = outlineOf(look);
  for (const point of OVAL) {
    const [x, y] = inDrawing(mesh[3 * point]!, mesh[3 * point + 1]!);
    if (y < 20) continue;
    const turn = Math.atan2(y, x);
    const nearest = outline.reduce((a, b) =>
      apart(Math.atan2(b[1], b[0]), turn) < apart(Math.atan2(a[1], a[0]), turn) ? b : a,
    );
    known.set(point, nearest);
  }
}

const apart = (a: number, b: number): number => Math.abs(Math.atan2(Math.sin(a - b), Math.cos(a - b)));
