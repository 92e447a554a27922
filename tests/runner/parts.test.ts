import { expect, test } from 'vitest';
import { findTests } from './compiled-code.ts';
import { PARTS } from './parts.ts';
import { ROOT } from './run-command.ts';
import { LARGER_SUITES, suitesOf } from './suites.ts';

test('every file of every larger suite is in one part', () => {
  for (const { name } of LARGER_SUITES) {
    const parts = PARTS.filter(({ suite }) => suite === name);
    for (const file of findTests(ROOT).filter((path) =>
      suitesOf(path).some((suite) => suite.name === name),
    )) {
      const having = parts.filter(({ files }) => !files || files.some((part) => file.includes(part)));
      expect([file, having.length]).toEqual([file, 1]);
    }
  }
});

test('every part has files', () => {
  for (const { name, files = [] } of PARTS)
    for (const part of files)
      expect([name, findTests(ROOT).some((file) => file.includes(part))]).toEqual([name, true]);
});
