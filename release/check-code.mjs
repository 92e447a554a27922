/**
 * `npm run check:code`: runs all checks of the code, two at a time, even if one fails; the output of a failed check is
 * printed when it ends. With `--low-priority` they yield the processor to other programs, as `npm test` does.
 */
import { spawn } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
/** The longest first. Each needs the output of `npm run compile`; npm finds the programs. */
const CHECKS = [
  'oxlint --type-aware',
  'biome check .',
  'node release/check-conventions.mjs',
  'node release/check-install.mjs',
  'node release/check-licences.mjs',
  'node release/check-licences.mjs agents-plugin',
  'node release/check-advisories.mjs',
  'node release/check-texts.mjs',
  'node release/check-deployment.mjs',
  'node release/draw-vendors.mjs',
  'node release/draw-tables.mjs',
  'node release/draw-methods.mjs',
  'node release/draw-log-events.mjs',
];
const AT_ONCE = 2;

if (process.argv.includes('--low-priority')) os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);

const waiting = [...CHECKS];
/** @type {string[]} */
const failed = [];
await Promise.all(Array.from({ length: AT_ONCE }, runEach));
if (failed.length > 0) process.stderr.write(`Failed: ${failed.join('; ')}\n`);
process.exit(failed.length > 0 ? 1 : 0);

async function runEach() {
  for (let check = waiting.shift(); check; check = waiting.shift()) {
    const { code, output } = await run(check);
    process.stdout.write(code === 0 ? output : `\n${check}\n${output}`);
    if (code !== 0) failed.push(check);
  }
}

/** @param {string} command @returns {Promise<{ code: number | null; output: string }>} */
function run(command) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, { cwd: root, shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}
