import { randomUUID } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { DiskReserve } from '../../lib/disk-reserve.ts';
import { DiskFullError, toDiskFullError } from '../blobs/file-blob-store.ts';
import type { Database } from '../open-database.ts';
import { exportDatabase } from './export-database.ts';

/**
 * Returns the lines of an export, read from a file to which they were written first, so that a slow reader does not
 * block the store. The file is unlinked from `folder`, and disappears with its stream or process.
 * @throws DiskFullError if the file would need disk space that is kept free
 */
export async function spoolExport(
  db: Pick<Database, 'pool'>,
  folder: string,
  disk: DiskReserve,
): Promise<Readable> {
  const name = path.join(folder, `export-${randomUUID()}`);
  const file = await open(name, 'wx+', 0o600);
  try {
    await unlink(name);
    for await (const piece of exportDatabase(db)) {
      const bytes = Buffer.from(piece);
      if (!(await disk.take(bytes.length))) throw new DiskFullError();
      await file.writeFile(bytes).finally(() => disk.settle(bytes.length));
    }
    return file.createReadStream({ start: 0 });
  } catch (error) {
    await file.close();
    throw toDiskFullError(error);
  }
}
