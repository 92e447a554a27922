import { expect, test } from 'vitest';
import { runGroup } from './process-group.ts';

/** Starts a program that never ends, says its process id and ends. */
const LEAVES_ONE = `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1e6)'], { stdio: 'ignore' });
  console.log(child.pid);
  child.unref();`;
const options: Parameters<typeof runGroup>[2] = { stdio: ['ignore', 'pipe', 'inherit'] };

test.runIf(process.platform === 'linux')('what a command leaves running is ended and named', async () => {
  let pid = 0;
  const end = await runGroup(process.execPath, ['-e', LEAVES_ONE], {
    ...options,
    graceMs: 0,
    onLine: (line) => {
      pid = Number(line);
    },
  });
  expect(end).toMatchObject({ code: 0, interruptedBy: undefined });
  expect(end.left).toEqual([expect.stringContaining('setInterval')]);
  expect(pid).toBeGreaterThan(0);
});

test('a command that does not end is ended by force, with its children', async () => {
  const hangs = `${LEAVES_ONE}; for (;;);`;
  const end = await runGroup(process.execPath, ['-e', hangs], { ...options, longestMs: 1_000 });
  expect(end).toMatchObject({ code: 1, hasTakenTooLong: true, left: [] });
});
