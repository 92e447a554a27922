import { readdirSync } from 'node:fs';
import type { FuzzTarget } from './fuzz-target.ts';

const FOLDER = new URL('targets/', import.meta.url);

/** The parsers that are fuzzed, by name. */
export const TARGET_NAMES: readonly string[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.js'))
  .map((file) => file.replace(/\.js$/, ''))
  .toSorted();

export const moduleOf = (name: string): string => new URL(`${name}.js`, FOLDER).href;

export async function loadTarget(name: string): Promise<FuzzTarget> {
  return ((await import(moduleOf(name))) as { target: FuzzTarget }).target;
}
