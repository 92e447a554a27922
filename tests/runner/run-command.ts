import { type SpawnOptions, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The folder of the repository, seen from the compiled file. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Runs a command to its end and resolves with its exit code; a signal counts as 1. */
export function runCommand(
  command: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', ...options });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** The debug log of rtc-node, which it writes past every console wherever `NODE_ENV` is not `production`. */
const LOG_OF_RTC_NODE = /^\{"level":[12]0,.*"name":"lk-rtc"/;

/** As `runCommand`, without the debug log of rtc-node in between. */
export function runTests(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...colours, ...env },
    stdio: ['inherit', 'pipe', 'inherit'],
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!LOG_OF_RTC_NODE.test(line)) process.stdout.write(`${line}\n`);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/** As `3 min 7 s`. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
