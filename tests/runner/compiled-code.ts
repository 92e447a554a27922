import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

/** Where the code of each folder is compiled to. Tests run as compiled code, and are named by their sources. */
const COMPILED_TO: Readonly<Record<string, string>> = {
  'contracts/src': 'contracts/dist',
  'client/generator': 'client/generator/dist',
  'server/src': 'server/dist',
  'web/src': 'web/dist',
  'agents-plugin/src/service': 'agents-plugin/dist/src/service',
  tests: 'tests/dist',
};

/** As `tests/dist/live/talk-page.test.js` of `tests/live/talk-page.test.ts`; parts of a path may be missing in front. */
export function compiledOf(source: string): string {
  const isIn = (folder: string) => `${source}/`.startsWith(`${folder}/`);
  const folder = Object.values(COMPILED_TO).some(isIn) ? undefined : Object.keys(COMPILED_TO).find(isIn);
  const compiled = folder === undefined ? source : COMPILED_TO[folder] + source.slice(folder.length);
  return compiled.replace(/\.ts$/, '.js');
}

/** The other way round. */
export function sourceOf(compiled: string): string {
  const [source, folder] = Object.entries(COMPILED_TO).find(([, to]) => compiled.startsWith(`${to}/`)) ?? [];
  const found = folder === undefined ? compiled : source + compiled.slice(folder.length);
  return found.replace(/\.js$/, '.ts');
}

/** Removes the compiled tests whose source is gone, which a build leaves there. */
export function removeOrphans(root: string): void {
  for (const folder of Object.values(COMPILED_TO).filter((name) => existsSync(path.join(root, name))))
    for (const name of readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })) {
      const file = path.join(folder, name);
      if (file.endsWith('.test.js') && !existsSync(path.join(root, sourceOf(file))))
        rmSync(path.join(root, file));
    }
}
