import os from 'node:os';

const NICE = 5;

/**
 * Lowers the priority of the calling compute thread, so that on a busy machine audio and video are still sent on time.
 * Only Linux has a priority for each thread (setpriority(2), "C library/kernel differences"); elsewhere nothing
 * changes.
 */
export function giveWay(): void {
  // Of the calling thread.
  if (process.platform === 'linux') makeGiveWay(0);
}

/**
 * Lowers the priority of a process that has just been started, with all the threads that it will have. One that is lower already, as that of
 * a service under `nice`, stays.
 */
export function makeGiveWay(pid: number | undefined): void {
  try {
    if (pid !== undefined && os.getPriority(pid) < NICE) os.setPriority(pid, NICE);
  } catch {
    // A sandbox may forbid it, or the process has ended already.
  }
}
