import { createCanvas } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import { FoundFaces } from './found-faces.ts';

it('searches the same picture once, also where there is no face in it', () => {
  let searches = 0;
  const faces = new FoundFaces(() => void searches++);
  const canvas = createCanvas(8, 8);
  for (let i = 0; i < 2; i++) expect(faces.find(Uint8Array.of(1, 2), canvas)).toBeUndefined();
  expect(searches).toBe(1);
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
