import { afterSilence } from '../../lib/after-silence.ts';

/** A process that computes, however rarely it gets a core, uses a larger share of time; one that waits uses less. */
const MIN_CPU_SHARE = 0.01;

/**
 * Calls `onHung` if a step takes longer than `hangsMs`: at once if this process hardly computed meanwhile, otherwise
 * once its computing time reaches `hangsMs` too. On a busy machine a step may take longer, of which the process
 * computes only a part. Returns a function that stops it.
 * @param readCpuMs returns the CPU time of this process in milliseconds, of all threads together
 */
export function whenHung(hangsMs: number, onHung: () => void, readCpuMs = cpuMs): () => void {
  const beganMs = readCpuMs();
  let stop = watch(beganMs);
  return () => stop();

  function watch(beforeMs: number): () => void {
    return afterSilence(hangsMs, () => {
      const nowMs = readCpuMs();
      const isSlow = nowMs - beforeMs > MIN_CPU_SHARE * hangsMs && nowMs - beganMs < hangsMs;
      if (isSlow) stop = watch(nowMs);
      else onHung();
    });
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
