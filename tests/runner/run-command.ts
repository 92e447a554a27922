import type { SpawnOptions } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runGroup } from './process-group.ts';

/** The folder of the repository, seen from the compiled file. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Runs a command to its end and resolves with its exit code. A signal that ends this process ends the command first. */
export async function runCommand(
  command: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<number> {
  const { code, interruptedBy } = await runGroup(command, args, { cwd: ROOT, stdio: 'inherit', ...options });
  if (interruptedBy) {
    process.stdout.write(`\nEnded by ${interruptedBy}.\n`);
    process.exit(130);
  }
  return code;
}

/** As `3 min 7 s`. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
