import { statfs } from 'node:fs/promises';
import type { Logger } from './logger.ts';

/** How long a reading of the free space is cached. */
const KEEP_MS = 1_000;

/** Whether a disk has less free than what is kept back on it. */
export interface DiskReserve {
  /** Never rejects: a disk that cannot be read counts as having space. */
  isShort(): Promise<boolean>;
}

/** Says in the log when the disk gets short, and when it has room again. */
export function createDiskReserve(directory: string, reserveBytes: number, log: Logger): DiskReserve {
  let known = { at: Number.NEGATIVE_INFINITY, isShort: false };
  let asking: Promise<boolean> | undefined;

  async function ask(): Promise<boolean> {
    const freeBytes = await freeBytesOf(directory);
    const isShort = freeBytes !== undefined && freeBytes < reserveBytes;
    if (isShort && !known.isShort) {
      log.error({ directory, freeBytes, reserveBytes }, 'the disk is nearly full: nothing new is stored');
    }
    if (!isShort && known.isShort) log.info({ directory, freeBytes }, 'the disk has room again');
    known = { at: performance.now(), isShort };
    asking = undefined;
    return isShort;
  }

  return {
    async isShort() {
      if (performance.now() - known.at < KEEP_MS) return known.isShort;
      asking ??= ask();
      return asking;
    },
  };
}

/** What this user may still write; `undefined` where the system does not say. */
export async function freeBytesOf(directory: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(directory);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}
