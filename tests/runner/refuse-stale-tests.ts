import { readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';

/** Where compiled code is, and where its sources are. */
const PROJECTS = {
  'contracts/dist': 'contracts/src',
  'client/dist': 'client/src',
  'client/generator/dist': 'client/generator',
  'server/dist': 'server/src',
  'agents-plugin/dist/src/service': 'agents-plugin/src/service',
  'tests/dist': 'tests',
};
const LISTED = 10;

/**
 * Vitest calls this before the tests. They run as compiled code, which must match the sources.
 * @throws Error when a compiled test has no source any more, or a source is newer than what was compiled from it
 */
export function setup({ config }: TestProject): void {
  const problem = findStaleCode(config.root, PROJECTS);
  if (problem) throw new Error(problem);
}

/** Vitest calls this after the tests: the databases that their processes kept go, see `kept-databases.ts`. */
export function teardown(): void {
  const folder = path.join(tmpdir(), `visavis-stores-of-${process.pid}`);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}

/** The stale files of the projects (folder of compiled code to folder of sources), and what to do about them. */
export function findStaleCode(root: string, projects: Record<string, string>): string | undefined {
  const orphans: string[] = [];
  const outdated: string[] = [];
  for (const [compiled, sources] of Object.entries(projects)) {
    const folder = path.join(root, compiled);
    // tsc leaves the output of a source that was touched but has not changed, and writes this file instead.
    const checkedAtMs = Math.max(
      modifiedAtMs(path.join(folder, 'tsconfig.tsbuildinfo')) ?? 0,
      modifiedAtMs(path.join(folder, '../tsconfig.tsbuildinfo')) ?? 0,
    );
    for (const file of listFiles(folder)) {
      if (!file.endsWith('.js')) continue;
      const source = path.join(sources, `${file.slice(0, -'.js'.length)}.ts`);
      const changedAtMs = modifiedAtMs(path.join(root, source));
      const compiledAtMs = modifiedAtMs(path.join(folder, file)) ?? 0;
      if (changedAtMs === undefined) {
        if (file.endsWith('.test.js')) orphans.push(path.join(compiled, file));
      } else if (changedAtMs > Math.max(compiledAtMs, checkedAtMs)) outdated.push(source);
    }
  }
  if (orphans.length > 0)
    return `These compiled tests have no source any more: ${list(orphans)}. Remove them, or build anew: npm run clean && npm run build`;
  if (outdated.length > 0)
    return `These sources are newer than what was compiled from them: ${list(outdated)}. Compile them: npx tsc -b`;
  return undefined;
}

function list(files: string[]): string {
  const more = files.length - LISTED;
  return files.slice(0, LISTED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return []; // A package that is built by a command of its own and has not been.
  }
}

function modifiedAtMs(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}
