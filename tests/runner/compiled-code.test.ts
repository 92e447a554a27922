import { expect, test } from 'vitest';
import { compiledOf, findTests, sourceOf } from './compiled-code.ts';
import { ROOT } from './run-command.ts';

test('each compiled test is named by its source, which leads back to it', () => {
  const tests = findTests(ROOT);
  expect(tests).toContain('tests/dist/runner/compiled-code.test.js');
  expect(tests).toContain('client/generator/dist/types-are-current.test.js');
  for (const file of tests) {
    expect(sourceOf(file)).not.toContain('dist');
    expect(compiledOf(sourceOf(file))).toBe(file);
  }
  expect(compiledOf('tests/dist/live/a.test.js')).toBe('tests/dist/live/a.test.js');
  expect(compiledOf('sdp.test.ts')).toBe('sdp.test.js');
  expect(compiledOf('server/src')).toBe('server/dist');
  expect(compiledOf('server/src/store')).toBe('server/dist/store');
});
