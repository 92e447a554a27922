import { statfs } from 'node:fs/promises';
import type { Logger } from './logger.ts';

/** How long a reading of the free space is cached. */
const KEEP_MS = 1_000;

/** Keeps some space of a disk free, and counts what the writers of this process may still write beside it. */
export interface DiskReserve {
  /** Whether less than the reserve is free. Never rejects: a disk that cannot be read counts as having space. */
  isShort(): Promise<boolean>;
  /**
   * Takes bytes that are about to be written out of what is free above the reserve and not taken by another; `false` where
   * there are fewer. All that is taken must be settled. Never rejects.
   */
  take(bytes: number): Promise<boolean>;
  /** Gives back bytes that were taken: they have been written, or will not be. */
  settle(bytes: number): void;
}

/** Says in the log when the disk gets short, and when it has room again. */
export function createDiskReserve(
  directory: string,
  reserveBytes: number,
  log: Logger,
  readFreeBytes: typeof freeBytesOf = freeBytesOf,
): DiskReserve {
  let known = { at: Number.NEGATIVE_INFINITY, above: Number.POSITIVE_INFINITY, settled: 0 };
  let asking: Promise<void> | undefined;
  /** Bytes that were taken since the start. */
  let taken = 0;
  let settled = 0;

  async function read(): Promise<void> {
    const at = performance.now();
    // Before the reading: what is settled during it may be in it, or not.
    const before = settled;
    const freeBytes = (await readFreeBytes(directory)) ?? Number.POSITIVE_INFINITY;
    const above = freeBytes - reserveBytes;
    if (above < 0 && known.above >= 0) {
      log.error(
        { event: 'disk.full', directory, freeBytes, reserveBytes },
        'the disk is nearly full: the service stores nothing new',
      );
    }
    if (above >= 0 && known.above < 0)
      log.info({ event: 'disk.has_room', directory, freeBytes }, 'the disk has enough free space again');
    known = { at, above, settled: before };
    asking = undefined;
  }

  /** Those who ask at once share one reading. */
  function ask(): Promise<void> {
    asking ??= read();
    return asking;
  }

  const isRecent = () => performance.now() - known.at < KEEP_MS;
  const left = () => known.above - (taken - known.settled);

  return {
    async isShort() {
      if (!isRecent()) await ask();
      return known.above < 0;
    },
    async take(bytes) {
      if (!isRecent() || left() < bytes) await ask();
      if (left() < bytes) return false;
      taken += bytes;
      return true;
    },
    settle(bytes) {
      settled += bytes;
    },
  };
}

/** Returns how many bytes this user may still write; `undefined` where the system does not say. */
export async function freeBytesOf(directory: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(directory);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}
