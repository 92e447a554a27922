import { expect, test } from 'vitest';
import { runThread } from './run-thread.ts';
import { moduleOf, storedInputs, TARGET_NAMES } from './targets.ts';

const SECONDS = 8;
const AT_ONCE = 2;
const SEED = 1;

test('no parser of untrusted input breaks its contract for any of the tested inputs', async () => {
  const waiting = [...TARGET_NAMES];
  const rows = [row('parser', 'runs', 'blocks', 'kept', 'finds')];
  const found: string[] = [];
  const fuzzEach = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) {
      const { runs, blocks, corpus, finds } = await runThread({
        module: moduleOf(name),
        seed: SEED,
        seconds: SECONDS,
        stored: storedInputs(name),
      });
      rows.push(row(name, runs, blocks, corpus, finds.length));
      for (const { kind, what, input } of finds)
        found.push(`${name} ${kind}: ${what}\nfor the input in base64: ${input.toString('base64')}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fuzzEach));
  process.stdout.write(`${rows.join('\n')}\n`);
  expect(found).toEqual([]);
}, 900_000);

function row(name: string, ...cells: (string | number)[]): string {
  return name.padEnd(18) + cells.map((cell) => String(cell).padStart(9)).join('');
}
