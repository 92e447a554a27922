import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startEmbeddedRooms } from '../support/embedded-room-server.ts';
import { fetchPackagedBrowser } from '../support/packaged-browser.ts';
import { mediaScenarios } from '../support/room-scenarios/media-scenarios.ts';
import { playScenarios } from '../support/room-scenarios/play-scenarios.ts';

// What a machine without a browser falls back to must work where there is one, too: here it is asked for.
process.env.CHROMIUM_PATH = 'packaged';

test('tests that need it at the same time fetch it once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'visavis-fetch-'));
  const path = process.env.PATH!;
  onTestFinished(async () => {
    process.env.PATH = path;
    await rm(folder, { recursive: true, force: true });
  });
  // An `npm` that notes each call before it does what npm does.
  const npm = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim();
  const calls = join(folder, 'calls');
  await writeFile(join(folder, 'npm'), `#!/bin/sh\necho "$@" >> ${calls}\nexec ${npm} "$@"\n`, {
    mode: 0o755,
  });
  process.env.PATH = `${folder}:${path}`;

  const [one, other] = await Promise.all([fetchPackagedBrowser(folder), fetchPackagedBrowser(folder)]);
  expect(one).toEqual(other);
  expect((await readFile(calls, 'utf8')).trim().split('\n')).toEqual([
    expect.stringMatching(/^pack @sparticuz\/chromium@/),
  ]);
  expect(execFileSync(one.executablePath, ['--version'], { env: one.env, encoding: 'utf8' })).toMatch(
    /^Chromium /,
  );
  // What it was fetched with is gone.
  expect((await readdir(folder)).filter((name) => /chromium-[\d.]+-/.test(name))).toEqual([]);
});

playScenarios(
  'the packaged browser',
  mediaScenarios.filter(({ name }) => /both ways|H264/.test(name)),
  () => startEmbeddedRooms(),
);
