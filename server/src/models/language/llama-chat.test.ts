import { expect, it } from 'vitest';
import { tooLarge } from '../catalogue/too-large.ts';
import { threadsFor } from './llama-chat.ts';

it('leaves a core to audio and video, and computes on a single one as well', () =>
  expect([1, 2, 4, 16].map(threadsFor)).toEqual([1, 1, 3, 15]));

it('takes no model that leaves the machine too little memory', () => {
  expect(tooLarge(600e6, 1000e6)).toBeUndefined();
  expect(tooLarge(1117e6, 1000e6)).toBe(
    'it needs 1117 MB of memory, more than 70% of the 1000 MB of this machine',
  );
});
