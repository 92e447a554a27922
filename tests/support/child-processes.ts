import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Returns the child processes of a process, the oldest first. */
export function childProcesses(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1');
    return children.split(' ').filter(Boolean).map(Number);
  } catch {
    // Not Linux.
    const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'latin1' });
    return table
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number))
      .filter(([, parent]) => parent === pid)
      .map(([child]) => child!);
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
