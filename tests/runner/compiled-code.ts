import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

/** The folder of the compiled code per source folder. Tests run as compiled code, but are named by their sources. */
const COMPILED_TO: Readonly<Record<string, string>> = {
  'contracts/src': 'contracts/dist',
  'client/generator': 'client/generator/dist',
  'server/src': 'server/dist',
  'web/src': 'web/dist',
  'agents-plugin/src/service': 'agents-plugin/dist/src/service',
  tests: 'tests/dist',
};

/** Returns `tests/dist/live/talk-page.test.js` for `tests/live/talk-page.test.ts`, or for the end of that path. */
export function compiledOf(source: string): string {
  const isIn = (folder: string) => `${source}/`.startsWith(`${folder}/`);
  const folder = Object.values(COMPILED_TO).some(isIn) ? undefined : Object.keys(COMPILED_TO).find(isIn);
  const compiled = folder === undefined ? source : COMPILED_TO[folder] + source.slice(folder.length);
  return compiled.replace(/\.ts$/, '.js');
}

/** The inverse of `compiledOf`. */
export function sourceOf(compiled: string): string {
  const [source, folder] = Object.entries(COMPILED_TO).find(([, to]) => compiled.startsWith(`${to}/`)) ?? [];
  const found = folder === undefined ? compiled : source + compiled.slice(folder.length);
  return found.replace(/\.js$/, '.ts');
}

/** Removes compiled tests whose source no longer exists, which a build does not delete. */
export function removeOrphans(root: string): void {
  for (const folder of Object.values(COMPILED_TO).filter((name) => existsSync(path.join(root, name))))
    for (const name of readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })) {
      const file = path.join(folder, name);
      if (file.endsWith('.test.js') && !existsSync(path.join(root, sourceOf(file))))
        rmSync(path.join(root, file));
    }
}
