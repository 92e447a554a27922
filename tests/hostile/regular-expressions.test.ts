import { fork } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { MOST_MS, slowest } from '../support/hostile/pump.ts';
import type { Pumped } from '../support/hostile/pump-process.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const LONGEST_MS = 30_000;

test('no regular expression of the service takes more than quadratic time', async () => {
  const files = ['server/dist/', 'contracts/dist/']
    .flatMap((folder) =>
      readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' }).map((file) => ROOT + folder + file),
    )
    .filter((file) => file.endsWith('.js') && !/\.test\.js$|\/testing\/|question-set/.test(file));
  const child = fork(new URL('../support/hostile/pump-process.js', import.meta.url));
  const slow: string[] = [];
  const quadratic: string[] = [];
  let trying = '';
  const count = await new Promise<number>((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    child.on('message', (message: Pumped) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        child.kill('SIGKILL');
        reject(new Error(`never ends: ${trying}`));
      }, LONGEST_MS);
      if (message.kind === 'trying') trying = message.where;
      else if (message.kind === 'slow') slow.push(`${message.where} on ${message.text}: ${message.ms} ms`);
      else if (message.kind === 'quadratic') quadratic.push(message.where);
      else {
        clearTimeout(timer);
        resolve(message.count);
      }
    });
    child.once('error', reject);
    child.send(files);
  });
  child.kill();
  console.info(`  ${count} expressions in ${files.length} files`);
  expect(count).toBeGreaterThan(300);
  expect(slow).toEqual([]);
}, 600_000);

test.each([
  /^\s{0,3}(#{1,6})(?:\s+(.*?))?(?:\s+#+)?\s*$/,
  /^[\s|:-]*-[\s|:-]*\|[\s|:-]*$/,
  /^\s*\|?\s*:?-{2,}:?\s*(\|\s*:?-{2,}:?\s*)*\|?\s*$/,
])('the test would see %s, which is cubic', (expression) =>
  expect(slowest(expression).ms).toBeGreaterThan(MOST_MS),
);
