import { readFile } from 'node:fs/promises';
import { createCanvas } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import { locateFace } from '../locator/locate-face.ts';
import { decodePicture } from './decode-picture.ts';
import { FoundFaces } from './found-faces.ts';

const PHOTO = new URL('../../../src/faces/locator/testing/astronaut.jpg', import.meta.url);

it('searches the same picture once, whether there is a face in it or not', async () => {
  let searches = 0;
  const faces = new FoundFaces((picture) => {
    searches++;
    return locateFace(picture);
  });
  const photo = await readFile(PHOTO);
  const first = faces.find(photo, await decodePicture(photo));
  expect(first?.leftEye).toHaveLength(2);
  expect(faces.find(Uint8Array.from(photo), await decodePicture(photo))).toEqual(first);
  expect(searches).toBe(1);

  const blank = createCanvas(64, 64);
  const file = await blank.encode('png');
  for (let i = 0; i < 2; i++) expect(faces.find(file, blank)).toBeUndefined();
  expect(searches).toBe(2);
});

it('forgets the least recently used picture', () => {
  const searched: number[] = [];
  let at = 0;
  const faces = new FoundFaces(() => {
    searched.push(at);
    return undefined;
  });
  const canvas = createCanvas(8, 8);
  const look = (picture: number) => {
    at = picture;
    faces.find(Uint8Array.of(picture), canvas);
  };
  for (let picture = 0; picture < 64; picture++) look(picture);
  look(0);
  look(64);
  searched.length = 0;
  look(0);
  look(1);
  expect(searched).toEqual([1]);
});
