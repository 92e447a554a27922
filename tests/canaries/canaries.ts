/**
 * `npm run test:canaries`: introduces one defect after another into a fresh clone of the last commit. A test of
 * the gate must fail for each. `npm run test:canaries -- csp` runs only those whose name contains "csp".
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compiledOf } from '../runner/compiled-code.ts';
import { inWords, readResult } from '../runner/report.ts';
import { suiteOf } from '../runner/suites.ts';

interface Canary {
  name: string;
  file: string;
  /** Occurs exactly once in the file. */
  find: string;
  replace: string;
  /** A test file that the gate runs. */
  refusedBy: string;
}

const CANARIES: readonly Canary[] = [
  {
    name: 'operations of the administrator need no token',
    file: 'server/src/api/plugins/authentication.ts',
    find: "case 'admin':\n          requireAdmin(request, adminToken);",
    replace: "case 'admin':",
    refusedBy: 'tests/acceptance/authorization.test.ts',
  },
  {
    name: 'who creates a resource is answered 200 in place of 201',
    file: 'server/src/api/owned-routes.ts',
    find: 'reply.code(201)',
    replace: 'reply.code(200)',
    refusedBy: 'tests/acceptance/brains.test.ts',
  },
  {
    name: 'a resource is acknowledged and not stored',
    file: 'server/src/store/owned/insert-at-most.ts',
    find: 'await insert(trx);',
    replace: 'void insert;',
    refusedBy: 'tests/acceptance/brains.test.ts',
  },
  {
    name: 'the csp of the talk page is reported and not enforced',
    file: 'server/src/api/open/built-pages.ts',
    find: "'content-security-policy', `",
    replace: "'content-security-policy-report-only', `",
    refusedBy: 'tests/acceptance/conventions.test.ts',
  },
  {
    name: 'the transcript of an interrupted answer has what nobody heard',
    file: 'server/src/media/speaking/playout.ts',
    find: 'heardText: utterance.text.heardAt(heardMs)',
    replace: 'heardText: utterance.text.full',
    refusedBy: 'server/src/media/speaking/playout.test.ts',
  },
  {
    name: 'the avatar moves its lips and is silent',
    file: 'server/src/media/speaking/audio-pump.ts',
    find: 'this.#fade ?? take(leavesAt);',
    replace: '(this.#fade ?? take(leavesAt)).map(() => 0);',
    refusedBy: 'tests/live/first-conversation-node.test.ts',
  },
  {
    name: 'nobody who sends a picture is asked for a key frame',
    file: 'server/src/room-server/rtp/uplink-track.ts',
    find: "if (this.description.kind !== 'video') return 0;",
    replace: "if (this.description.kind !== 'audio') return 0;",
    refusedBy: 'tests/live/room-media.test.ts',
  },
  {
    name: 'the token of a conversation that has ended still opens a room',
    file: 'server/src/room-server/signal/accept-client.ts',
    find: "  if (owner === undefined) return { status: 404, message: 'requested room does not exist' };\n",
    replace: '',
    refusedBy: 'tests/hostile/requests-and-sockets.test.ts',
  },
  {
    name: 'a stranger may send a thousand times as much',
    file: 'server/src/api/body-limits.ts',
    find: 'BODY_BYTES = 128 * 1024;',
    replace: 'BODY_BYTES = 128 * 1024 * 1024;',
    refusedBy: 'tests/hostile/requests-and-sockets.test.ts',
  },
];

const asked = process.argv[2] ?? '';
const folder = mkdtempSync(join(tmpdir(), 'visavis-canaries-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const clone = join(folder, 'clone');
run('git', ['clone', '--quiet', fileURLToPath(new URL('../../../', import.meta.url)), clone], folder);
run('npm', ['ci', '--no-audit', '--no-fund', '--silent'], clone);

const refused = CANARIES.filter(({ name }) => name.includes(asked)).map(isRefused);
process.exit(refused.every(Boolean) ? 0 : 1);

function isRefused({ name, file, find, replace, refusedBy }: Canary): boolean {
  const path = join(clone, file);
  const original = readFileSync(path, 'utf8');
  if (original.split(find).length !== 2) throw new Error(`${file} has not once: ${find}`);
  const suite = suiteOf(compiledOf(refusedBy));
  if (!suite || suite.step === 'all') throw new Error(`The gate does not run ${refusedBy}.`);
  const report = join(folder, 'result.json');
  rmSync(report, { force: true });
  writeFileSync(
    path,
    original.replace(find, () => replace),
  );
  // Vitest's configuration compiles the changed files.
  const { status, stdout } = spawnSync('npx', ['vitest', 'run', '--bail=1', compiledOf(refusedBy)], {
    cwd: clone,
    encoding: 'utf8',
    env: { ...process.env, VISAVIS_TEST_REPORT: report },
    maxBuffer: 2 ** 28,
  });
  writeFileSync(path, original);
  const failures = readResult(report)?.failures;
  if (!failures) throw new Error(`${name}: the tests did not run\n${stdout.slice(-2_000)}`);
  if (status === 0 || failures.length === 0) {
    process.stdout.write(`NOT REFUSED: ${name}\n`);
    return false;
  }
  process.stdout.write(`refused: ${name}\n  by ${inWords(failures[0]!)}\n`);
  return true;
}

function run(command: string, args: string[], cwd: string): void {
  if (spawnSync(command, args, { cwd, stdio: 'inherit' }).status !== 0)
    throw new Error(`${command} ${args.join(' ')} failed`);
}
