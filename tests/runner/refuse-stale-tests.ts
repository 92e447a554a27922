import { spawnSync } from 'node:child_process';
import { rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { COMPILED_TO, listCompiled } from './compiled-code.ts';
import { SUITES } from './suites.ts';

const LISTED = 10;

/**
 * Vitest calls this before the tests. They run as compiled code and open built pages, which must match the sources.
 * @throws Error when a compiled test has no source any more, or a source is newer than what was made from it
 */
export function setup({ name, config }: TestProject): void {
  const pages = SUITES.find((suite) => suite.name === name)?.opensPages;
  const problem = findStaleCode(config.root, COMPILED_TO) ?? (pages && findStalePages(config.root, pages));
  if (problem) throw new Error(problem);
}

function findStalePages(root: string, pages: 'apps' | 'all'): string | undefined {
  const { status, stderr } = spawnSync(process.execPath, ['release/build-pages.mjs', '--check', pages], {
    cwd: root,
    encoding: 'utf8',
  });
  return status === 0 ? undefined : stderr.trim();
}

/** Vitest calls this after the tests: the databases that their processes kept go, see `kept-databases.ts`. */
export function teardown(): void {
  const folder = path.join(tmpdir(), `visavis-stores-of-${process.pid}`);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}

/** The stale files of the projects (folder of sources to folder of compiled code), and what to do about them. */
export function findStaleCode(root: string, projects: Readonly<Record<string, string>>): string | undefined {
  const orphans: string[] = [];
  const outdated: string[] = [];
  for (const [sources, compiled] of Object.entries(projects)) {
    const folder = path.join(root, compiled);
    // tsc leaves the output of a source that was touched but has not changed, and writes this file instead.
    const checkedAtMs = Math.max(
      modifiedAtMs(path.join(folder, 'tsconfig.tsbuildinfo')) ?? 0,
      modifiedAtMs(path.join(folder, '../tsconfig.tsbuildinfo')) ?? 0,
    );
    for (const file of listCompiled(folder)) {
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

function modifiedAtMs(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}
