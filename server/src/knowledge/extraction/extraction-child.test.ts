import { spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { ExtractionJob } from './child-messages.ts';

it.skipIf(process.platform === 'win32')('stays at the low priority that a service was given', async () => {
  const module = fileURLToPath(new URL('./extraction-child.js', import.meta.url));
  const job: ExtractionJob = {
    mediaType: 'text/plain',
    output: 'passages',
    maxBytes: 1,
    maxCharacters: 1,
    maxPassages: 1,
  };
  const child = spawn('nice', ['-n', '15', process.execPath, module, JSON.stringify(job)], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const exited = once(child, 'exit');
  // It is ready, and waits for the document.
  await once(child.stdout, 'data');
  expect(os.getPriority(child.pid!)).toBe(Math.min(os.getPriority() + 15, 19));
  child.stdin.end();
  await exited;
});
