import { expect, it } from 'vitest';
import { averageUnitMesh } from '../landmarks/find-face.ts';
import { isPackedFaces, packFaces, unpackFaces } from './packed-faces.ts';

const size = { width: 640, height: 480 };
const points = averageUnitMesh().map((value) => 240 + 300 * value);

const faces = [
  { isConfirmed: true, points },
  { isConfirmed: false, points: points.map((value) => value / 3) },
];

it('keeps the faces for any size of their picture, and also that there are none', () => {
  const again = unpackFaces(packFaces(faces, size), { width: 320, height: 240 })!;
  expect(again.map(({ isConfirmed }) => isConfirmed)).toEqual([true, false]);
  again.forEach((face, n) => {
    expect(face.points).toHaveLength(points.length);
    for (const [i, value] of face.points.entries()) expect(value).toBeCloseTo(faces[n]!.points[i]! / 2, 3);
  });
  expect(unpackFaces(packFaces([], size), size)).toEqual([]);
});

it.each<[string, (bytes: Uint8Array) => Uint8Array]>([
  ['is empty', () => new Uint8Array(0)],
  ['breaks off', (bytes) => bytes.subarray(0, -4)],
  ['is too long', (bytes) => Buffer.concat([bytes, new Uint8Array(4)])],
  ['is from another finder', (bytes) => Buffer.concat([Buffer.of(9, 0, 0, 0), bytes.subarray(4)])],
  ['has a number that is none', (bytes) => Buffer.concat([bytes.subarray(0, -4), Buffer.of(0, 0, 192, 127)])],
  ['has a point far away', (bytes) => Buffer.concat([bytes.subarray(0, -4), Buffer.of(0, 0, 0, 80)])],
])('asks for a new search if what was kept %s', (_, spoil) => {
  expect(isPackedFaces(packFaces(faces, size))).toBe(true);
  expect(isPackedFaces(spoil(packFaces(faces, size)))).toBe(false);
});

it.each<[string, (value: number, i: number) => number]>([
  ['lies in one point', () => 200],
  ['lies on a line', (value, i) => (i % 3 === 1 ? 200 : value)],
  ['stands on its head', (value, i) => (i % 3 === 1 ? 480 - value : value)],
  ['is mirrored', (value, i) => (i % 3 === 0 ? 480 - value : value)],
  ['is scattered', (_, i) => (i * 7919) % 1900],
  ['has eyes in one place', (value, i) => ([33, 263].includes(Math.floor(i / 3)) ? 200 : value)],
  ['has a point far from the others', (value, i) => (i === 3 * 470 ? 1900 : value)],
  ['is deeper than wide', (value, i) => (i === 3 * 470 + 2 ? 1900 : value)],
])('asks for a new search if a clear face %s', (_, spoil) => {
  expect(isPackedFaces(packFaces([{ isConfirmed: true, points: points.map(spoil) }], size))).toBe(false);
});
