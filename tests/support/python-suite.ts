import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installPythonPackages } from './callers.ts';
import { ROOT } from './guide.ts';

const run = promisify(execFile);
const DOWNLOAD_TIMEOUT_MS = 5 * 60_000;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

export interface PythonSuite {
  /** Package whose source distribution holds the tests. */
  readonly package: string;
  /** The version that the requirements pin. */
  readonly version: string;
  /** Files of its tests that need a server. */
  readonly files: readonly string[];
  /** Folder below `tests/cluster` with `requirements.txt`, and tests and helpers of ours that are put beside them. */
  readonly beside: string;
}

/** A suite in a folder of its own with the interpreter that has its packages. */
export interface ReadyPythonSuite {
  readonly interpreter: string;
  readonly folder: string;
  close(): Promise<void>;
}

/**
 * Installs a package from its index, and puts the tests of its source distribution and our own into one folder.
 * @throws Error when the package cannot be fetched, or no longer has the files.
 */
export async function preparePythonSuite(suite: PythonSuite): Promise<ReadyPythonSuite> {
  const beside = join(ROOT, 'tests/cluster', suite.beside);
  const interpreter = await installPythonPackages(`${suite.package}-suite`, join(beside, 'requirements.txt'));
  const source = join(homedir(), '.cache', 'visavis', `${suite.package}-${suite.version}-source`);
  await mkdir(source, { recursive: true });
  const archives = async () => (await readdir(source)).filter((name) => name.endsWith('.tar.gz'));
  if ((await archives()).length === 0) {
    const pinned = `${suite.package}==${suite.version}`;
    const args = [
      '-m',
      'pip',
      'download',
      '--quiet',
      '--no-deps',
      '--no-binary',
      ':all:',
      '--dest',
      source,
      pinned,
    ];
    await run(interpreter, args, { timeout: DOWNLOAD_TIMEOUT_MS });
  }
  const folder = await mkdtemp(join(tmpdir(), 'visavis-python-suite-'));
  await run('tar', [
    '--extract',
    '--strip-components',
    '1',
    '--directory',
    folder,
    '--file',
    join(source, (await archives())[0]!),
  ]);
  const tests = join(folder, 'chosen');
  await mkdir(tests);
  for (const file of suite.files) await cp(join(folder, 'tests', file), join(tests, file));
  for (const file of await readdir(beside))
    if (file.endsWith('.py')) await cp(join(beside, file), join(tests, file));
  return { interpreter, folder: tests, close: () => rm(folder, { recursive: true, force: true }) };
}

/**
 * Runs the tests of a suite. @param only names of tests; without, all.
 * @returns for each test, whether it passed; skipped tests are missing.
 */
export async function runPythonSuite(
  { interpreter, folder }: ReadyPythonSuite,
  options: { only?: readonly string[]; timeoutSeconds: number; env: Record<string, string> },
): Promise<Map<string, boolean>> {
  const { only = [], timeoutSeconds, env } = options;
  const report = join(folder, 'report.xml');
  await rm(report, { force: true });
  const args = [
    '-m',
    'pytest',
    '-p',
    'no:cacheprovider',
    '-o',
    'asyncio_mode=auto',
    `--junitxml=${report}`,
    ...only,
  ];
  const settings = {
    cwd: folder,
    env: { ...process.env, ...env },
    timeout: timeoutSeconds * 1000,
    maxBuffer: MAX_OUTPUT_BYTES,
  };
  // The program fails if a test does; its report names the test.
  const output = await run(interpreter, args, settings).then(
    ({ stdout }) => stdout,
    (error: { stdout?: string; message: string }) => `${error.stdout ?? ''}${error.message}`,
  );
  const xml = await readFile(report, 'utf8').catch(() => {
    throw new Error(`pytest wrote no report: ${output.slice(-2_000)}`);
  });
  const results = new Map<string, boolean>();
  for (const [, attributes, closed, body = ''] of xml.matchAll(
    /<testcase ([^>]*?)(?:(\/)>|>([\s\S]*?)<\/testcase>)/g,
  )) {
    if (closed === undefined && body.includes('<skipped')) continue;
    const file = /classname="[^"]*?(test_\w+)/.exec(attributes!)?.[1] ?? '';
    const name = / name="([^"]*)"/.exec(` ${attributes}`)?.[1] ?? '';
    results.set(`${file}.py::${name}`, !/<(failure|error)/.test(body));
  }
  return results;
}
