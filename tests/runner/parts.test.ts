import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PARTS } from './parts.ts';
import { ROOT } from './run-command.ts';
import { LARGER_SUITES } from './suites.ts';

test('every larger suite is in a part, and every file of the one that is divided', () => {
  expect([...new Set(PARTS.map(({ suite }) => suite))].toSorted()).toEqual(
    LARGER_SUITES.map(({ name }) => name).toSorted(),
  );
  const files = readdirSync(join(ROOT, 'tests/cluster')).filter((file) => file.endsWith('.test.ts'));
  const named = PARTS.flatMap(({ files: parts = [] }) =>
    parts.map((file) => `${file.replace('cluster/', '')}.ts`),
  );
  expect(named.toSorted()).toEqual(files.toSorted());
});
