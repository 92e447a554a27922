/** Opens the database and the files according to the settings, or reports what the operator must do first. */
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { BlobStore } from '../domain/blobs.ts';
import type { InstanceSecrets } from '../instance-secrets.ts';
import { type DiskReserve, freeBytesOf } from '../lib/disk-reserve.ts';
import type { Logger } from '../lib/logger.ts';
import { StartupError } from '../lib/startup-error.ts';
import { openFileBlobStore } from '../store/blobs/file-blob-store.ts';
import { joinInstallation } from '../store/installation.ts';
import { type Database, openDatabase } from '../store/open-database.ts';

/** @throws StartupError that says what to do */
export async function openStore(config: Config, log: Logger): Promise<Database> {
  try {
    const { databaseUrl: url, dataDir } = config;
    return await openDatabase(url ? { url, log } : { dataDir: join(dataDir, 'store'), log });
  } catch (error) {
    const { name, message } = error as Error;
    if (name === 'DirectoryInUseError') {
      throw new StartupError(message, 'Stop that process, or set VISAVIS_DATA_DIR to another directory.');
    }
    if (name === 'BrokenStoreError') throw await explainBrokenStore(message, config.dataDir);
    throw new StartupError(message);
  }
}

const MIN_FREE_BYTES = 64 * 2 ** 20;

/** PostgreSQL in WebAssembly aborts without a reason, so this checks whether the disk is full. */
async function explainBrokenStore(message: string, dataDir: string): Promise<StartupError> {
  const freeBytes = await freeBytesOf(dataDir);
  if (freeBytes !== undefined && freeBytes < MIN_FREE_BYTES) {
    const free = `${Math.floor(freeBytes / 2 ** 20)} MB`;
    return new StartupError(
      `the disk of ${dataDir} is full (${free} free), so the embedded database does not start`,
      'Free some disk space and start again; no stored data is lost.',
    );
  }
  return new StartupError(
    message,
    'Its files are damaged: restore the data directory from a backup, or set VISAVIS_DATA_DIR to a new directory.',
  );
}

/** Requires the same secret in all processes: addresses and tokens signed by one must be valid in the others. */
export async function checkSecret({ kysely }: Database, { fingerprint }: InstanceSecrets): Promise<void> {
  if (await joinInstallation(kysely, fingerprint)) return;
  throw new StartupError(
    'this database belongs to an installation with a different secret',
    'Set VISAVIS_SECRET to the same value for all processes, or copy the file `secret` from the data directory of the ' +
      'first one. If it is lost, run `delete from installation` in the database; existing tokens, upload addresses and ' +
      'webhook secrets then become invalid.',
  );
}

/** @throws StartupError with the reason */
export async function openBlobs(
  { s3, dataDir }: Pick<Config, 's3' | 'dataDir'>,
  disk: DiskReserve,
): Promise<BlobStore> {
  try {
    if (!s3) return await openFileBlobStore(join(dataDir, 'files'), disk);
    // The SDK takes time to load, and few need it.
    const { openS3BlobStore } = await import('../store/blobs/s3-blob-store.ts');
    return await openS3BlobStore(s3);
  } catch (error) {
    throw new StartupError((error as Error).message);
  }
}
