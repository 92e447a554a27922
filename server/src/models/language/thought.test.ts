import { expect, it } from 'vitest';
import { withoutThought } from './thought.ts';

it('ends a thought that the template begins, and changes no other prompt', () => {
  const asked = '<|im_start|>user\nIs <think> a word?<|im_end|>\n<|im_start|>assistant\n';
  const answering = `${asked}<think>\n\n</think>\n\n`;
  expect(withoutThought(`${asked}<think>\n`)).toBe(answering);
  expect(withoutThought(`${asked}<think>`)).toBe(answering);
  for (const prompt of [answering, asked, '']) expect(withoutThought(prompt)).toBe(prompt);
});
