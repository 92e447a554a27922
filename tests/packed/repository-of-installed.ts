import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ROOT } from '../support/guide.ts';

const MODULES = join(ROOT, 'node_modules');
const readManifest = <T>(folder: string) =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as T;
const { workspaces } = readManifest<{ workspaces: string[] }>('.');

/**
 * Makes a copy of the repository in which each published package is the one that is installed in a user's folder, and so
 * is every dependency that has been installed with them. Only the tests and their own tools come from the checkout.
 */
export function makeRepositoryOf(user: string, copy: string): void {
  const modules = join(user, 'node_modules');
  const server = join(modules, '@visavis/server');
  const installed = (name: string) =>
    [modules, join(server, 'node_modules')].map((folder) => join(folder, name)).find(existsSync);

  const published = new Map(
    workspaces.map((folder) => [folder, installed(readManifest<{ name: string }>(folder).name)]),
  );
  // A `tsconfig.json` refers to those of packages, which are not packed. Everything is compiled already.
  const left = ['node_modules', '.git', 'tsconfig.json'];
  cpSync(ROOT, copy, {
    recursive: true,
    filter: (path) => !left.includes(basename(path)) && !published.get(path.slice(ROOT.length)),
  });
  for (const [workspace, folder] of published) if (folder) symlinkSync(folder, join(copy, workspace));

  // Helpers and data of tests, which are not packed, beside what they help to test; and what they import.
  for (const folder of readdirSync(join(ROOT, 'server'), { recursive: true, encoding: 'utf8' }))
    if (basename(folder) === 'testing')
      cpSync(join(ROOT, 'server', folder), join(server, folder), { recursive: true });
  symlinkSync(join(MODULES, 'vitest'), join(modules, 'vitest'));

  for (const name of namesIn(MODULES)) {
    const source = installed(name) ?? join(MODULES, name);
    // The checkout's own folders, which it has linked.
    if (!realpathSync(source).includes('/node_modules/')) continue;
    mkdirSync(dirname(join(copy, 'node_modules', name)), { recursive: true });
    symlinkSync(source, join(copy, 'node_modules', name));
  }
}

/** Returns the names of the packages and commands in `node_modules`, and of the cache of the tests' models. */
const namesIn = (modules: string) =>
  readdirSync(modules).flatMap((name) =>
    name.startsWith('@') || name === '.bin'
      ? readdirSync(join(modules, name)).map((inner) => join(name, inner))
      : [name],
  );
