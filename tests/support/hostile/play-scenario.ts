import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { poll } from '../poll.ts';
import { type Service, startService } from '../service.ts';
import type { AttackOrder, AttackReport } from './attacker.ts';
import { HealthWatch } from './health-watch.ts';
import type { Scenario } from './scenario.ts';
import { WatchedProcess } from './watched-process.ts';

/** Answers of health that are waited for before the attack, and afterwards to see that the service goes on. */
const ANSWERS = 10;
const PATIENCE_MS = 60_000;
const MIB = 2 ** 20;

export interface Played {
  /** The longest that health was waited for. It depends on the machine as well. */
  heldMs: number;
  grownMiB: number;
  openAfter: number;
}

/**
 * Plays one scenario against a service of its own.
 * @throws AssertionError naming the promise that the service did not keep
 */
export async function playScenario(file: URL, scenario: Scenario): Promise<Played> {
  const service = await startService({
    env: { VISAVIS_LOG_LEVEL: 'info', VISAVIS_LOG_FORMAT: 'json', VISAVIS_WORKERS: '1', ...scenario.env },
  });
  const watched = new WatchedProcess(service.child.pid!);
  const health = new HealthWatch(`${service.url}/v3/health`);
  let attacker: ChildProcess | undefined;
  try {
    const given = (await scenario.prepare?.(service)) ?? null;
    attacker = fork(fileURLToPath(new URL('./attacker.js', import.meta.url)), [file.href], {
      serialization: 'json',
    });
    await health.answersMore(ANSWERS, PATIENCE_MS);
    const before = { bytes: watched.takePeakBytes(), open: watched.countOpen() };
    health.worstMs = 0;

    attacker.send({ url: service.url, given } satisfies AttackOrder);
    const report = await attackReport(attacker, service, scenario.attackMs ?? 120_000);
    await health.answersMore(ANSWERS, PATIENCE_MS);
    const grownMiB = (watched.takePeakBytes() - before.bytes) / MIB;

    assertAlive(service);
    if ('failure' in report) assert.fail(`the hostile process failed: ${report.failure}`);
    await scenario.check?.(report.outcome, service);
    if (!scenario.mayRefuseHealth) assert.deepEqual(health.faults, [], 'health was refused');
    assert.ok(
      grownMiB <= scenario.memoryMiB,
      `the memory grew by ${grownMiB.toFixed(0)} MiB, not ${scenario.memoryMiB} MiB at most`,
    );
    const { openAfter: mostOpen = 20 } = scenario;
    const openAfter = await poll(
      `no more than ${mostOpen} connections and files to be left open`,
      () => watched.countOpen() - before.open,
      (open) => open <= mostOpen,
      PATIENCE_MS,
    );
    assertAlive(service);
    assertNoErrors(service, scenario.expectedErrors);
    return { heldMs: health.worstMs, grownMiB, openAfter };
  } finally {
    watched.stop();
    health.stop();
    attacker?.kill('SIGKILL');
    await service.dispose();
  }
}

function assertAlive({ child, output }: Service): void {
  assert.equal(child.exitCode ?? child.signalCode, null, `the service has ended:\n${output}`);
}

/** A 500, a worker that died, an unhandled rejection: each is an error in the log. */
function assertNoErrors({ output }: Service, expected: RegExp | undefined): void {
  const errors = output.split('\n').filter((line) => {
    const isError = /^\{"level":(50|60),/.test(line) || /Unhandled|Uncaught/.test(line);
    return isError && !expected?.test(line);
  });
  assert.deepEqual(errors, [], 'the service reported errors');
}

async function attackReport(attacker: ChildProcess, service: Service, mostMs: number): Promise<AttackReport> {
  const timer = setTimeout(() => attacker.kill('SIGKILL'), mostMs);
  const ended = once(service.child, 'exit').then((): AttackReport => ({ failure: 'the service has ended' }));
  const exited: Promise<AttackReport> = once(attacker, 'exit').then(
    ([code, signal]): AttackReport => ({
      failure: `it ended with ${code ?? signal} before it had anything to report`,
    }),
  );
  const reported = once(attacker, 'message').then(([report]) => report as AttackReport);
  try {
    return await Promise.race([reported, exited, ended]);
  } finally {
    clearTimeout(timer);
  }
}
