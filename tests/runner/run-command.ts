import { type SpawnOptions, spawn } from 'node:child_process';
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
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/** As `3 min 7 s`. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
