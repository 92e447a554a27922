import { expect, it } from 'vitest';
import { tooLarge } from '../catalogue/model-entry.ts';
import { threadsFor } from './llama-chat.ts';

it('leaves one core for audio and video, and also works on a single core', () =>
  expect([1, 2, 4, 16].map(threadsFor)).toEqual([1, 1, 3, 15]));

it('refuses a model that leaves the machine too little memory', () => {
  expect(tooLarge(600e6, 1000e6)).toBeUndefined();
  expect(tooLarge(1117e6, 1000e6)).toBe(
    'it needs 1117 MB of memory, more than 70% of the 1000 MB of this machine',
  );
});
