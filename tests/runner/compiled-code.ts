import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

/** Where the code of each folder is compiled to. Tests run as compiled code, and are named by their sources. */
export const COMPILED_TO: Readonly<Record<string, string>> = {
  'contracts/src': 'contracts/dist',
  'client/src': 'client/dist',
  'client/generator': 'client/generator/dist',
  'server/src': 'server/dist',
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

/** Paths of the compiled files below a folder; none where nothing is compiled. */
export function listCompiled(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
  } catch {
    return []; // A package that is built by a command of its own and has not been.
  }
}

/** Paths of all compiled tests, from the root. */
export const findTests = (root: string): string[] =>
  Object.values(COMPILED_TO).flatMap((folder) =>
    listCompiled(path.join(root, folder))
      .filter((file) => file.endsWith('.test.js'))
      .map((file) => `${folder}/${file}`),
  );

/** Removes the compiled tests whose source is gone, which a build leaves there. */
export function removeOrphans(root: string): void {
  for (const file of findTests(root))
    if (!existsSync(path.join(root, sourceOf(file)))) rmSync(path.join(root, file));
}
