import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { poll } from '../poll.ts';
import { type Service, startService } from '../service.ts';
import type { AttackOrder, AttackReport } from './attacker.ts';
import { HealthWatch } from './health-watch.ts';
import type { LoadedScenario } from './load-scenario.ts';

/** Number of health responses awaited before the attack, and afterwards to see that the service still works. */
const ANSWERS = 10;
/** Timeout of an attack: only a hanging attack or service takes so long. */
export const ATTACK_MS = 400_000;

/** Hooks with which a bench observes the service during a scenario. */
export interface Watch {
  /** Settings that it needs the service to have. */
  env: Record<string, string>;
  /** Called when the service is prepared and healthy; the attack begins when this resolves. */
  begin(service: Service): Promise<void>;
  /** Called when the attack is over and the service is healthy again. */
  end(): Promise<void>;
}

export interface Played {
  /** Response times of health before and during the attack. */
  healthMs: { before: number[]; meanwhile: number[] };
  /** How many more connections and files the service holds than before. */
  openAfter: number;
}

/**
 * Plays one scenario against its own service.
 * @throws AssertionError naming the promise that the service did not keep
 */
export async function playScenario({ file, scenario }: LoadedScenario, watch?: Watch): Promise<Played> {
  const service = await startService({
    env: {
      VISAVIS_LOG_LEVEL: 'info',
      VISAVIS_LOG_FORMAT: 'json',
      VISAVIS_WORKERS: '1',
      ...watch?.env,
      ...scenario.env,
    },
  });
  const health = new HealthWatch(`${service.url}/v3/health`);
  let attacker: ChildProcess | undefined;
  try {
    const given = (await scenario.prepare?.(service)) ?? null;
    attacker = fork(fileURLToPath(new URL('./attacker.js', import.meta.url)), [file.href], {
      serialization: 'json',
    });
    await health.answersMore(ANSWERS);
    const openBefore = countOpen(service);
    const before = health.waitsMs.splice(0);

    await watch?.begin(service);
    attacker.send({ url: service.url, given } satisfies AttackOrder);
    const report = await attackReport(attacker, service);
    await health.answersMore(ANSWERS);
    await watch?.end();

    assertAlive(service);
    if ('failure' in report) assert.fail(`the hostile process failed: ${report.failure}`);
    await scenario.check?.(report.outcome, service);
    if (!scenario.mayRefuseHealth) assert.deepEqual(health.faults, [], 'health was refused');
    const { openAfter: mostOpen = 20 } = scenario;
    const openAfter = await poll(
      `no more than ${mostOpen} connections and files to be left open`,
      () => countOpen(service) - openBefore,
      (open) => open <= mostOpen,
    );
    assertAlive(service);
    assertNoErrors(service, scenario.expectedErrors);
    return { healthMs: { before, meanwhile: health.waitsMs }, openAfter };
  } finally {
    health.stop();
    attacker?.kill('SIGKILL');
    await service.dispose();
  }
}

/** Counts the process's connections, files and pipes. Linux only; 0 elsewhere. */
function countOpen({ child }: Service): number {
  try {
    return readdirSync(`/proc/${child.pid}/fd`).length;
  } catch {
    return 0;
  }
}

function assertAlive({ child, output }: Service): void {
  assert.equal(child.exitCode ?? child.signalCode, null, `the service has ended:\n${output}`);
}

/** Expects no errors in the log: each 500, dead worker or unhandled rejection is logged as one. */
function assertNoErrors({ output }: Service, expected: RegExp | undefined): void {
  const errors = output.split('\n').filter((line) => {
    const isError = /^\{"level":(50|60),/.test(line) || /Unhandled|Uncaught/.test(line);
    return isError && !expected?.test(line);
  });
  assert.deepEqual(errors, [], 'the service reported errors');
}

async function attackReport(attacker: ChildProcess, service: Service): Promise<AttackReport> {
  const timer = setTimeout(() => attacker.kill('SIGKILL'), ATTACK_MS);
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
