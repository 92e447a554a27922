import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ROOT } from '../support/guide.ts';

const check = (...folder: string[]) =>
  promisify(execFile)(process.execPath, [join(ROOT, 'release/check-licences.mjs'), ...folder]);

test('the licence of every dependency fits', async () => {
  const { stdout } = await check();
  expect(stdout).toMatch(/^The licences of \d{3,} packages fit/);
});

test('a licence that does not fit is named, also where it comes with something else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'visavis-licences-'));
  try {
    await writeFile(join(folder, 'package.json'), JSON.stringify({ workspaces: ['.'] }));
    const packages = {
      '.': { dependencies: { first: '1.0.0' } },
      'node_modules/first': {
        version: '1.0.0',
        license: '(MIT OR GPL-3.0-only)',
        dependencies: { second: '1' },
      },
      'node_modules/first/node_modules/second': { version: '1.2.3', license: 'MPL-2.0' },
      'node_modules/second': { version: '2.0.0', license: 'MPL-2.0', dev: true },
      'node_modules/third': { version: '3.0.0', license: '(MIT AND GPL-3.0-only)', dev: true },
      'node_modules/fourth': { version: '4.0.0', dev: true },
    };
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
    const failure = await check(folder).then(
      () => undefined,
      (error: { code: number; stderr: string }) => error,
    );
    expect(failure?.code).toBe(1);
    expect(failure?.stderr.split('\n').slice(1, -1)).toEqual([
      '  second 1.2.3: MPL-2.0',
      '  third 3.0.0: (MIT AND GPL-3.0-only) (development)',
      '  fourth 4.0.0: none (development)',
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
