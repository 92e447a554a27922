import os from 'node:os';

const NICE = 5;

/**
 * Lowers the priority of the calling compute thread, so that on a busy machine audio and video are still sent on time.
 * Only Linux has a priority per thread (setpriority(2), "C library/kernel differences"); elsewhere this does nothing.
 */
export function giveWay(): void {
  // On Linux, 0 means the calling thread.
  if (process.platform === 'linux') makeGiveWay(0);
}

/**
 * Lowers the priority of a process that has just been started, including all its future threads. If it is lower
 * already, as under `nice`, it stays.
 */
export function makeGiveWay(pid: number | undefined, nice = NICE): void {
  try {
    if (pid !== undefined && os.getPriority(pid) < nice) os.setPriority(pid, nice);
  } catch {
    // A sandbox may forbid it, or the process has ended already.
  }
}
