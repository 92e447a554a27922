import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const BUILD_TIMEOUT_MS = 15 * 60_000;
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/** A change of a suite's source that points it at an external server. */
export interface SuitePatch {
  readonly file: string;
  readonly from: RegExp;
  readonly to: string;
  /** How often it must apply: if the suite has changed, the patch must be reviewed. */
  readonly times: number;
}

export interface GoSuite {
  /** The module, as `go install` expects it. */
  readonly module: string;
  readonly version: string;
  /** Folder of the tests within the module. */
  readonly folder: string;
  readonly patches: readonly SuitePatch[];
}

/** A compiled suite that can be run against any number of servers. */
export interface BuiltSuite {
  readonly program: string;
  readonly folder: string;
}

/**
 * Fetches a module through Go's module proxy, applies `patches`, and compiles its tests. The copy is always in the same
 * folder, so that Go's build cache can be reused.
 * @throws Error if a patch does not apply, or with the compiler's message
 */
export async function buildGoSuite({ module, version, folder, patches }: GoSuite): Promise<BuiltSuite> {
  const { stdout } = await run('go', ['mod', 'download', '-json', `${module}@${version}`], {
    cwd: homedir(),
    timeout: BUILD_TIMEOUT_MS,
  });
  const { Dir } = JSON.parse(stdout) as { Dir: string };
  const place = join(homedir(), '.cache', 'visavis-go-suites', `${module.replaceAll('/', '-')}@${version}`);
  await rm(place, { recursive: true, force: true });
  await mkdir(place, { recursive: true });
  await cp(Dir, place, { recursive: true });
  // Go's module cache is read-only.
  await run('chmod', ['-R', 'u+w', place]);
  for (const { file, from, to, times } of patches) {
    const path = join(place, file);
    const before = await readFile(path, 'utf8');
    const found = before.match(new RegExp(from.source, `${from.flags.replace('g', '')}g`))?.length ?? 0;
    if (found !== times) throw new Error(`${file}: ${String(from)} fits ${found} times instead of ${times}`);
    await writeFile(path, before.replace(new RegExp(from.source, `${from.flags.replace('g', '')}g`), to));
  }
  const program = join(place, 'suite.test');
  await run('go', ['test', '-c', '-o', program, `./${folder}`], { cwd: place, timeout: BUILD_TIMEOUT_MS });
  return { program, folder: join(place, folder) };
}

/**
 * Runs tests of a suite. @param pattern of `-test.run`; a hanging test ends the run after `timeoutSeconds`
 * @returns for each test, or subtest without subtests, whether it passed; unfinished tests are missing
 */
export async function runGoSuite(
  { program, folder }: BuiltSuite,
  options: { pattern: string; skip?: string; timeoutSeconds: number; env: Record<string, string> },
): Promise<Map<string, boolean>> {
  const { pattern, skip = '^$', timeoutSeconds, env } = options;
  const args = [`-test.run=${pattern}`, `-test.skip=${skip}`, '-test.v', `-test.timeout=${timeoutSeconds}s`];
  const settings = { cwd: folder, env: { ...process.env, ...env }, maxBuffer: MAX_OUTPUT_BYTES };
  // The program fails if a test does; its output names the failed tests.
  const output = await run(program, args, settings).then(
    ({ stdout }) => stdout,
    (error: { stdout?: string }) => error.stdout ?? '',
  );
  const results = new Map<string, boolean>();
  for (const [, verdict, name] of output.matchAll(/^\s*--- (PASS|FAIL): (\S+)/gm))
    results.set(name!, verdict === 'PASS');
  const names = [...results.keys()];
  for (const name of names) if (names.some((other) => other.startsWith(`${name}/`))) results.delete(name);
  return results;
}
