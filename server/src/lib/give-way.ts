import os from 'node:os';

const NICE = 5;

/**
 * Lowers the priority of the calling compute thread, so that on a busy machine audio and video are still sent on time.
 * Only Linux has a priority for each thread (setpriority(2), "C library/kernel differences"); elsewhere nothing
 * changes.
 */
export function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    os.setPriority(NICE);
  } catch {
    // A sandbox may forbid it; the priority stays unchanged then.
  }
}

/** Lowers the priority of a process that has just been started, with all the threads that it will have. */
export function makeGiveWay(pid: number | undefined): void {
  try {
    if (pid !== undefined) os.setPriority(pid, NICE);
  } catch {
    // As above, or it has ended already.
  }
}
