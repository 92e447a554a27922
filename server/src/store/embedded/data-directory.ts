import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../lib/make-folder.ts';

/** The data directory cannot be used. The message is one line with the cause and the remedy. */
export class DataDirectoryError extends Error {
  override readonly name: string = 'DataDirectoryError';
}

/** The database exists but does not start. */
export class BrokenStoreError extends DataDirectoryError {
  override readonly name: string = 'BrokenStoreError';
}

/** PostgreSQL's major version in the installed PGlite. */
const EMBEDDED_MAJOR = 18;

export interface DatabaseDirectory {
  /** The folder that contains the lock and `cluster`. */
  root: string;
  /** PostgreSQL's own data directory. It exists only once it is complete. */
  cluster: string;
}

/** Creates `<dataDir>/database` if needed and checks that it is writable. Throws `DataDirectoryError`. */
export async function prepareDirectory(dataDir: string): Promise<DatabaseDirectory> {
  const root = path.join(path.resolve(dataDir), 'database');
  try {
    await makeFolder(root);
    // Not named after the process id: two containers may have the same one.
    const probe = path.join(root, `.write-test-${randomUUID()}`);
    await fs.writeFile(probe, '');
    await fs.rm(probe);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'error';
    throw new DataDirectoryError(`the data directory ${path.resolve(dataDir)} is not writable (${code})`);
  }
  return { root, cluster: path.join(root, 'cluster') };
}

/**
 * Whether a cluster already exists. The caller must hold the lock. Throws `DataDirectoryError` if another major version
 * of PostgreSQL made it, because this one cannot open it.
 */
export async function hasCluster(directory: DatabaseDirectory): Promise<boolean> {
  const version = await fs
    .readFile(path.join(directory.cluster, 'PG_VERSION'), 'utf8')
    .catch(undefinedIfMissing);
  if (version === undefined) return false;
  const major = Number(version.trim());
  if (major === EMBEDDED_MAJOR) return true;
  throw new DataDirectoryError(
    `the embedded database in ${directory.root} has the format of PostgreSQL ${major}, but this release contains PostgreSQL ` +
      `${EMBEDDED_MAJOR}. Back it up with the release that created it (visavis backup <file>), move ` +
      `${directory.root} away, and restore the backup with this release (visavis restore <file>)`,
  );
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
