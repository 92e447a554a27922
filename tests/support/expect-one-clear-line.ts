import { expect } from 'vitest';
import type { CommandResult } from './command.ts';

/** Expects a message for operators: one line that says what is wrong, optionally one about what to do, and no stack. */
export function expectOneClearLine(
  { code, stdout, stderr }: CommandResult,
  wrong: RegExp,
  codeWanted = 1,
): void {
  expect({ code, stderr }).toMatchObject({ code: codeWanted });
  expect(stdout).not.toContain('ready at');
  const [line, hint, ...more] = stderr.trimEnd().split('\n');
  expect(line).toMatch(/^visavis: /);
  expect(line).toMatch(wrong);
  expect(hint ?? ' ').toMatch(/^ /);
  expect(more).toEqual([]);
  expect(stderr).not.toMatch(/^\s+at .+:\d+/m);
}
