import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { poll } from '../poll.ts';
import { type Service, startService } from '../service.ts';
import type { AttackOrder, AttackReport } from './attacker.ts';
import type { Waits, WatchReport } from './health-watch.ts';
import type { Scenario } from './scenario.ts';
import { WatchedProcess } from './watched-process.ts';

/** The longest delay of health that a scenario may cause: the promise of the threat model. */
const MOST_HELD_MS = 1_000;
/** Answers of health that are counted before the attack, and afterwards to see that it has recovered. */
const ANSWERS_BEFORE = 20;
const ANSWERS_AFTER = 10;
const MIB = 2 ** 20;

export interface Played {
  /** The longest delay of health, minus the delay of a plain server beside it, which this machine causes. */
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
  const children: ChildProcess[] = [];
  const start = (name: string, ...args: string[]) => {
    const child = fork(fileURLToPath(new URL(name, import.meta.url)), args, { serialization: 'json' });
    children.push(child);
    return child;
  };
  const watched = new WatchedProcess(service.child.pid!);
  try {
    const given = (await scenario.prepare?.(service)) ?? null;
    const plain = start('./plain-server.js');
    const [plainPort] = (await once(plain, 'message')) as [number];
    const watch = start(
      './health-watch.js',
      `${service.url}/v3/health`,
      String(service.child.pid),
      `http://127.0.0.1:${plainPort}/`,
      String(plain.pid),
    );
    const attacker = start('./attacker.js', file.href);

    await answers(watch, ANSWERS_BEFORE);
    const before = { bytes: watched.takePeakBytes(), open: watched.countOpen() };

    attacker.send({ url: service.url, given } satisfies AttackOrder);
    const report = await attackReport(attacker, service, scenario.attackMs ?? 120_000);
    const during = worstOf(await seen(watch), await answers(watch, ANSWERS_AFTER));
    const grownMiB = (watched.takePeakBytes() - before.bytes) / MIB;

    assertAlive(service);
    if ('failure' in report) assert.fail(`the hostile process failed: ${report.failure}`);
    await scenario.check?.(report.outcome, service);
    if (!scenario.mayRefuseHealth) assert.deepEqual(during.service.faults, {}, 'health was refused');
    const heldMs = during.service.worstMs - during.plain.worstMs;
    assert.ok(
      heldMs <= MOST_HELD_MS,
      `health was held for ${Math.round(during.service.worstMs)} ms (a plain server: ${Math.round(during.plain.worstMs)} ms)`,
    );
    assert.ok(
      grownMiB <= scenario.memoryMiB,
      `the memory grew by ${grownMiB.toFixed(0)} MiB, not ${scenario.memoryMiB} MiB at most`,
    );
    const { openAfter: mostOpen = 20 } = scenario;
    const openAfter = await poll(
      `no more than ${mostOpen} connections and files to be left open`,
      () => watched.countOpen() - before.open,
      (open) => open <= mostOpen,
      15_000,
    );
    assertAlive(service);
    assertNoErrors(service, scenario.expectedErrors);
    return { heldMs, grownMiB, openAfter };
  } finally {
    watched.stop();
    for (const child of children) child.kill('SIGKILL');
    await service.dispose();
  }
}

async function seen(watch: ChildProcess): Promise<WatchReport> {
  watch.send('report');
  const [report] = (await once(watch, 'message')) as [WatchReport];
  return report;
}

/** Waits until health has been answered so often, and returns the observations of that time. */
async function answers(watch: ChildProcess, count: number): Promise<WatchReport> {
  let all: WatchReport | undefined;
  const latest = performance.now() + 60_000;
  do {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const next = await seen(watch);
    all = all ? worstOf(all, next) : next;
    assert.ok(performance.now() < latest, `health was answered ${all.service.answered} times in a minute`);
  } while (all.service.answered < count || all.plain.answered < count);
  return all;
}

function worstOf(one: WatchReport, other: WatchReport): WatchReport {
  return { service: worstWaits(one.service, other.service), plain: worstWaits(one.plain, other.plain) };
}

function worstWaits(one: Waits, other: Waits): Waits {
  const faults = { ...one.faults };
  for (const [fault, count] of Object.entries(other.faults)) faults[fault] = (faults[fault] ?? 0) + count;
  return {
    asked: one.asked + other.asked,
    answered: one.answered + other.answered,
    worstMs: Math.max(one.worstMs, other.worstMs),
    faults,
  };
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
