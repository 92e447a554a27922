import type { StdioOptions } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type PartResult, readPartResult } from './part-report.ts';
import { runGroup } from './process-group.ts';
import { ROOT } from './run-command.ts';

export interface VitestRun {
  code: number;
  /** Absent where Vitest did not come to its end. */
  result: PartResult | undefined;
  /** What failed, each a line: tests, files, and what is none of them. */
  failures: string[];
  /** What ended it, where somebody did. */
  interruptedBy: NodeJS.Signals | undefined;
}

/**
 * Runs Vitest to its end.
 * @param reportPath where its result is kept
 * @param longestMinutes what takes longer is ended, and has failed
 * @param onLine gets the lines that it writes to a standard output that is a pipe
 */
export async function runVitest(
  args: readonly string[],
  reportPath: string,
  stdio: StdioOptions,
  longestMinutes: number,
  onLine?: (line: string) => void,
): Promise<VitestRun> {
  rmSync(reportPath, { force: true });
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const { interruptedBy, ...end } = await runGroup(process.execPath, [vitest, 'run', ...args], {
    cwd: ROOT,
    env: { ...process.env, VISAVIS_TEST_REPORT: reportPath },
    stdio,
    longestMs: longestMinutes * 60_000,
    ...(onLine && { onLine }),
  });
  const result = readPartResult(reportPath);
  const failures = [...(result?.failed ?? [])];
  if (end.hasTakenTooLong) failures.push(`ended after ${longestMinutes} minutes: what runs is named above`);
  else if (!interruptedBy)
    failures.push(...end.left.map((command) => `a test left a process running: ${command}`));
  const code = end.code || (failures.length > 0 || !result ? 1 : 0);
  if (code !== 0 && failures.length === 0 && !interruptedBy)
    failures.push(result ? `Vitest ended with ${code}, see above` : 'the tests did not come to their end');
  return { code, result, failures, interruptedBy };
}
