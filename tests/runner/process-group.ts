import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long the processes of a group may take to end by themselves. */
const GRACE_MS = 10_000;
const LOOKS_AGAIN_AFTER_MS = 50;

/** Starts a command that leads a process group of its own: whatever it starts can be ended with it. */
export const spawnGroup = (command: string, args: readonly string[], options: SpawnOptions): ChildProcess =>
  spawn(command, args, { ...options, detached: true });

/**
 * Waits until no process of the group is left, and ends by force what does not go by itself.
 * @param leader its process id
 * @returns the command lines of those that had to be ended; known on Linux alone
 */
export async function endGroup(leader: number): Promise<string[]> {
  const latest = performance.now() + GRACE_MS;
  while (commandsOf(leader).length > 0 && performance.now() < latest) await sleep(LOOKS_AGAIN_AFTER_MS);
  const left = commandsOf(leader);
  signalGroup(leader, 'SIGKILL');
  return left;
}

/** Does nothing where the group is gone. */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch {
    // Nobody is left.
  }
}

/** Of the processes of a group that have not ended. */
function commandsOf(leader: number): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').flatMap((id) => {
    if (!/^\d+$/.test(id)) return [];
    try {
      const status = readFileSync(`/proc/${id}/stat`, 'latin1');
      // The name of the program may contain spaces. What follows it: state, parent, process group.
      const [state, , group] = status.slice(status.lastIndexOf(')') + 2).split(' ');
      if (Number(group) !== leader || state === 'Z') return [];
      return [readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()];
    } catch {
      return []; // It has just ended.
    }
  });
}
