/** `npm run fuzz`: looks for inputs that break the contract of a parser. */
import { createHash, randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Find } from './fuzzer.ts';
import { runThread } from './run-thread.ts';
import { loadTarget, moduleOf, storedInputs, storeInputs, TARGET_NAMES } from './targets.ts';

const HELP = `npm run fuzz                              the parsers, one a line
npm run fuzz -- <parser> [more parsers]   changes inputs until Ctrl-C, and keeps those that reach new code
npm run fuzz -- all --seconds 60          each parser for a minute
  --seconds N    ends after so many seconds
  --runs N       ends after so many inputs: with the same seed it is the same each time
  --seed N       where chance begins; one is chosen, and shown, where it is absent
  --keep         stores the inputs that reached new code in tests/fuzz/corpus, from which all later runs begin
  --input FILE   reads this one file instead
A find is written to ${join('fuzz-finds', '<parser>-<number>')}, and the exit code is then 1.`;

const { values, positionals } = readArguments();
if (values.help) end(HELP, 0);
if (positionals.length === 0) {
  for (const name of TARGET_NAMES) say(`${name.padEnd(18)} ${(await loadTarget(name)).about}`);
  process.exit(0);
}
const names = positionals.includes('all') ? TARGET_NAMES : positionals;
const unknown = names.filter((name) => !TARGET_NAMES.includes(name));
if (unknown.length > 0)
  end(`There is no parser ${unknown.join(', ')}. There are: ${TARGET_NAMES.join(', ')}.`, 2);
const seed = numberOf('seed') ?? randomInt(2 ** 31);
const input = values.input === undefined ? undefined : readInput(values.input);
let found = 0;
for (const name of names) await fuzz(name);
process.exit(found > 0 ? 1 : 0);

async function fuzz(name: string): Promise<void> {
  const begin = performance.now();
  const line = (runs: number, blocks: number, corpus: number) => {
    const seconds = (performance.now() - begin) / 1000;
    return `${name}: ${runs} runs in ${Math.round(seconds)} s (${Math.round(runs / seconds)} a second), ${blocks} blocks reached, ${corpus} inputs kept`;
  };
  let told = 0;
  const tellNew = (finds: readonly Find[]) => {
    for (const find of finds.slice(told)) tell(name, find);
    told = finds.length;
  };
  const { runs, blocks, corpus, finds, added } = await runThread({
    module: moduleOf(name),
    seed,
    seconds: numberOf('seconds'),
    runs: numberOf('runs'),
    stored: storedInputs(name),
    input,
    // Reported immediately, so that nothing is lost if the user stops the run.
    onProgress: (progress) => {
      tellNew(progress.finds);
      if (process.stderr.isTTY && !progress.isOver)
        process.stderr.write(`\r${line(progress.runs, progress.blocks, progress.corpus)}`);
    },
  });
  if (process.stderr.isTTY) process.stderr.write('\r');
  tellNew(finds);
  found += finds.length;
  if (values.keep) storeInputs(name, added);
  say(`${line(runs, blocks, corpus)}, ${finds.length} finds (seed ${seed})`);
}

function tell(name: string, { kind, what, input: bytes }: Find): void {
  const folder = fileURLToPath(new URL('../../../fuzz-finds', import.meta.url));
  const file = join(folder, `${name}-${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, bytes);
  say(`\n${name} ${kind}: ${what}\nAgain: npm run fuzz -- ${name} --input ${file}\n`);
}

function readInput(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    return end(`The input cannot be read: ${(error as Error).message}`, 2);
  }
}

function numberOf(option: 'seconds' | 'runs' | 'seed'): number | undefined {
  const text = values[option];
  if (text === undefined) return undefined;
  return /^\d{1,10}$/.test(text) ? Number(text) : end(`--${option} takes a whole number.`, 2);
}

function readArguments() {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        help: { type: 'boolean' },
        keep: { type: 'boolean' },
        seconds: text,
        runs: text,
        seed: text,
        input: text,
      },
    });
  } catch (error) {
    return end((error as Error).message, 2);
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function end(line: string, code: number): never {
  say(line);
  process.exit(code);
}
