import type { StdioOptions } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type PartResult, readPartResult } from './part-report.ts';
import { endGroup, signalGroup, spawnGroup } from './process-group.ts';
import { ROOT } from './run-command.ts';

/** Whoever takes longer hangs. It is ended, and has failed. */
const LONGEST_MS = 25 * 60_000;

export interface VitestRun {
  code: number;
  /** Absent where Vitest did not come to its end. */
  result: PartResult | undefined;
  /** What failed besides tests: in words, each a line. */
  problems: string[];
  /** What ended it, where somebody did. */
  interruptedBy: NodeJS.Signals | undefined;
}

/**
 * Runs Vitest to its end, and ends with it whatever it leaves behind. SIGINT, SIGTERM and SIGHUP of this process end it.
 * @param reportPath where its result is kept
 * @param onLine gets the lines that it writes to a standard output that is a pipe
 */
export async function runVitest(
  args: readonly string[],
  reportPath: string,
  stdio: StdioOptions,
  onLine?: (line: string) => void,
): Promise<VitestRun> {
  const child = spawnGroup(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', ...args], {
    cwd: ROOT,
    env: { ...process.env, VISAVIS_TEST_REPORT: reportPath },
    stdio,
  });
  const leader = child.pid!;
  const problems: string[] = [];
  let interruptedBy: NodeJS.Signals | undefined;
  const interrupt = (signal: NodeJS.Signals) => {
    interruptedBy = signal;
    signalGroup(leader, 'SIGTERM');
  };
  const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of SIGNALS) process.on(signal, interrupt);
  const hanging = setTimeout(() => {
    problems.push(`ended after ${LONGEST_MS / 60_000} minutes: it hangs`);
    signalGroup(leader, 'SIGKILL');
  }, LONGEST_MS);
  const lines = child.stdout && createInterface({ input: child.stdout });
  if (onLine) lines?.on('line', onLine);
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    // Not `close`, which waits for whoever has inherited its output.
    child.once('exit', (status) => resolve(status ?? 1));
  });
  clearTimeout(hanging);
  const left = await endGroup(leader);
  for (const signal of SIGNALS) process.off(signal, interrupt);
  if (!interruptedBy && problems.length === 0)
    problems.push(...left.map((command) => `a process was left running: ${command}`));
  return {
    code: code || (problems.length > 0 ? 1 : 0),
    result: readPartResult(reportPath),
    problems,
    interruptedBy,
  };
}
