import os from 'node:os';

const NICE = 5;

/**
 * Lowers the priority of the calling thread, which computes, below that of those that must be on time: on a machine that
 * is full, sound and pictures then still leave when they are due. Only Linux has a priority for each thread (setpriority(2),
 * "C library/kernel differences"); elsewhere nothing changes.
 */
export function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    os.setPriority(NICE);
  } catch {
    // A sandbox may forbid it: then all are equal.
  }
}
