import { spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import { expect, it } from 'vitest';
import { makeGiveWay } from './give-way.ts';

it('lowers the priority of a process, unless it is lower already', async () => {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const exited = once(child, 'exit');
  const pid = child.pid!;
  const before = os.getPriority(pid);
  makeGiveWay(pid);
  expect(os.getPriority(pid)).toBe(Math.max(before, 5));
  makeGiveWay(pid, 12);
  expect(os.getPriority(pid)).toBe(Math.max(before, 12));
  os.setPriority(pid, 15);
  makeGiveWay(pid, 12);
  makeGiveWay(pid);
  expect(os.getPriority(pid)).toBe(15);
  child.stdin.end();
  await exited;
  expect(() => makeGiveWay(pid)).not.toThrow();
  expect(() => makeGiveWay(undefined)).not.toThrow();
});
