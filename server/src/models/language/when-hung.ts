import { afterSilence } from '../../lib/after-silence.ts';

/** A process that computes, however seldom it gets a core, takes more of the time than this; one that waits for itself takes less. */
const LEAST_SHARE = 0.01;

/**
 * Calls `onHung` where a step takes longer than `hangsMs`: at once where this process computed next to nothing meanwhile, and where it
 * computed, once that took `hangsMs` as well. On a busy machine a step may take longer, of which the process computes a part.
 * Returns what stops it.
 * @param readCpuMs milliseconds that this process has computed, all threads together
 */
export function whenHung(hangsMs: number, onHung: () => void, readCpuMs = cpuMs): () => void {
  const beganMs = readCpuMs();
  let stop = look(beganMs);
  return () => stop();

  function look(beforeMs: number): () => void {
    return afterSilence(hangsMs, () => {
      const nowMs = readCpuMs();
      const isSlow = nowMs - beforeMs > LEAST_SHARE * hangsMs && nowMs - beganMs < hangsMs;
      if (isSlow) stop = look(nowMs);
      else onHung();
    });
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
