import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { FuzzTarget } from './fuzz-target.ts';

const FOLDER = new URL('targets/', import.meta.url);
/** The folder in the repository, relative to the compiled file in `tests/dist/fuzz`. */
const CORPUS = new URL('../../fuzz/corpus/', import.meta.url);

/** The names of all fuzzed parsers. */
export const TARGET_NAMES: readonly string[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.js'))
  .map((file) => file.replace(/\.js$/, ''))
  .toSorted();

export const moduleOf = (name: string): string => new URL(`${name}.js`, FOLDER).href;

export async function loadTarget(name: string): Promise<FuzzTarget> {
  return ((await import(moduleOf(name))) as { target: FuzzTarget }).target;
}

/** Returns the inputs of a parser that `npm run fuzz -- --keep` has stored. */
export function storedInputs(name: string): Buffer[] {
  const folder = new URL(`${name}/`, CORPUS);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .toSorted()
    .map((file) => readFileSync(new URL(file, folder)));
}

export function storeInputs(name: string, inputs: readonly Uint8Array[]): void {
  const folder = new URL(`${name}/`, CORPUS);
  if (inputs.length > 0) mkdirSync(folder, { recursive: true });
  for (const input of inputs)
    writeFileSync(new URL(createHash('sha256').update(input).digest('hex').slice(0, 12), folder), input);
}
