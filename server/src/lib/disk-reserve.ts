import { statfs } from 'node:fs/promises';
import type { Logger } from './logger.ts';

/** How long a reading of the free space is cached. */
const KEEP_MS = 1_000;

/** Keeps some space of a disk free, taking into account what the writers of this process are about to write. */
export interface DiskReserve {
  /** Whether less than the reserve is free. Never rejects: a disk that cannot be read counts as having space. */
  isShort(): Promise<boolean>;
  /**
   * Reserves bytes that are about to be written from the free space above the reserve; `false` if there are fewer.
   * Every reserved byte must be settled later. Never rejects.
   */
  take(bytes: number): Promise<boolean>;
  /** Releases reserved bytes: they have been written, or will not be. */
  settle(bytes: number): void;
}

/** Creates the reserve of a disk. It logs when the disk becomes nearly full, and when it has room again. */
export function createDiskReserve(
  directory: string,
  reserveBytes: number,
  log: Logger,
  readFreeBytes: typeof freeBytesOf = freeBytesOf,
): DiskReserve {
  let known = { at: Number.NEGATIVE_INFINITY, above: Number.POSITIVE_INFINITY, settled: 0 };
  let asking: Promise<void> | undefined;
  /** Bytes reserved since the start. */
  let taken = 0;
  let settled = 0;

  async function read(): Promise<void> {
    const at = performance.now();
    // Taken before the reading: bytes settled during it may or may not be included.
    const before = settled;
    const freeBytes = (await readFreeBytes(directory)) ?? Number.POSITIVE_INFINITY;
    const above = freeBytes - reserveBytes;
    if (above < 0 && known.above >= 0) {
      log.error(
        { event: 'disk.full', directory, freeBytes, reserveBytes },
        'the disk is nearly full, so the service stores nothing new; free disk space',
      );
    }
    if (above >= 0 && known.above < 0)
      log.info({ event: 'disk.has_room', directory, freeBytes }, 'the disk has enough free space again');
    known = { at, above, settled: before };
    asking = undefined;
  }

  /** Concurrent callers share one reading. */
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

/** Returns how many bytes this user may still write; `undefined` if the system does not report it. */
export async function freeBytesOf(directory: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(directory);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}
