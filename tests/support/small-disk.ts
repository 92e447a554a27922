import { execFileSync } from 'node:child_process';
import { closeSync, openSync, statfsSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SIZE_MB = 600;
const BLOCK = Buffer.alloc(2 ** 20, 1);

/** A separate disk for the service that can be filled completely: a tmpfs, if this user may mount one. */
export class SmallDisk {
  readonly folder: string;
  /** Whether it is a separate disk: the machine's own is never filled. */
  readonly isOwn: boolean;

  private constructor(folder: string, isOwn: boolean) {
    this.folder = folder;
    this.isOwn = isOwn;
  }

  static async open(): Promise<SmallDisk> {
    const folder = await mkdtemp(join(tmpdir(), 'visavis-faults-'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'tmpfs', folder], { stdio: 'ignore' });
      return new SmallDisk(folder, true);
    } catch {
      return new SmallDisk(folder, false);
    }
  }

  describe(): string {
    return this.isOwn
      ? `a tmpfs of ${SIZE_MB} MB, filled to its last byte`
      : 'of the machine, not filled: no tmpfs may be mounted';
  }

  /** Fills it completely, or until this much space is left. */
  fill(leftMb = 0): void {
    const file = openSync(join(this.folder, 'filler'), 'w');
    try {
      for (let block = BLOCK; block.length > 0 && this.#freeMb() >= leftMb; ) {
        try {
          writeSync(file, block);
        } catch {
          block = block.subarray(0, block.length >> 4);
        }
      }
    } finally {
      closeSync(file);
    }
  }

  #freeMb(): number {
    const { bavail, bsize } = statfsSync(this.folder);
    return (bavail * bsize) / 2 ** 20;
  }

  free(): Promise<void> {
    return rm(join(this.folder, 'filler'), { force: true });
  }

  async close(): Promise<void> {
    if (this.isOwn) execFileSync('umount', ['-l', this.folder]);
    await rm(this.folder, { recursive: true, force: true });
  }
}
