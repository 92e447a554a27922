/** Backs up the store, the files and the secrets of an installation as one file, and restores them. */
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../config.ts';
import type { BlobStore } from '../domain/blobs.ts';
import { ADMIN_TOKEN_FILE, RESTORING_FOLDER, SECRET_FILE } from '../instance-secrets.ts';
import { StartupError } from '../lib/startup-error.ts';
import { BackupError, type BackupManifest } from '../store/backup/manifest.ts';
import { asBackupError, restoreFiles, storeLines, verifyBackup } from '../store/backup/read-backup.ts';
import { type BackupProgress, type BackupSummary, writeBackup } from '../store/backup/write-backup.ts';
import { DiskFullError, openFileBlobStore, toDiskFullError } from '../store/blobs/file-blob-store.ts';
import { openS3BlobStore } from '../store/blobs/s3-blob-store.ts';
import { readMigrations } from '../store/migrations/read-migrations.ts';
import { exportStore, importStore } from './store-transfer.ts';

type BackupConfig = Pick<Config, 'databaseUrl' | 'dataDir' | 's3' | 'secret' | 'adminToken'>;

const SECRET_FILES = [SECRET_FILE, ADMIN_TOKEN_FILE];

/**
 * Writes a backup to `file`, which appears only once it is complete. `lines`: the exported store, if another process
 * has it open. @throws StartupError if something cannot be read or written
 */
export async function backUp(
  config: BackupConfig,
  file: string,
  options: { lines?: (() => AsyncIterable<string | Uint8Array>) | undefined; onProgress: BackupProgress },
): Promise<BackupSummary> {
  const draft = `${file}.part`;
  if (existsSync(file)) throw new StartupError(`${file} already exists`, 'Choose another file name.');
  if (!existsSync(dirname(file)))
    throw new StartupError(`the folder ${dirname(file)} does not exist`, 'Create it first.');
  let summary: BackupSummary | undefined;
  try {
    const blobs = await openBlobs(config);
    const lines = options.lines ?? (() => exportStore(config));
    const sources = { lines, blobs, secrets: await readSecrets(config) };
    const archive = writeBackup(sources, options.onProgress, (it) => {
      summary = it;
    });
    // It contains secrets and transcripts, so only the owner may read it.
    const out = createWriteStream(draft, { mode: 0o600, flush: true });
    try {
      await pipeline(Readable.from(archive, { objectMode: false }), out);
    } finally {
      // A failed pipeline does not wait for its source, which has the store open.
      await archive.return();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw asStartupError(file, error);
  }
  return summary!;
}

/** @throws StartupError that names what is wrong with the backup */
export async function checkBackup(
  file: string,
  onProgress: (bytes: number) => void,
): Promise<BackupManifest> {
  return verifyBackup(file, onProgress).catch((error: unknown) => {
    throw asStartupError(file, error);
  });
}

/**
 * Restores a backup into an empty data directory, and into PostgreSQL and S3 if configured, completely or not at all;
 * only files in a bucket remain after a failed restore. @throws StartupError if the backup is damaged or newer, or the
 * target is not empty
 */
export async function restoreBackup(
  config: BackupConfig,
  file: string,
  onProgress: (step: 'verified' | 'restored', bytes: number) => void,
): Promise<{ manifest: BackupManifest; rows: number; files: number }> {
  const { dataDir } = config;
  await refuseUnlessEmpty(config);
  const manifest = await checkBackup(file, (bytes) => onProgress('verified', bytes));
  const newest = (await readMigrations()).at(-1)?.version ?? 0;
  if (manifest.migration > newest) {
    throw new StartupError(
      `${file} was made by a newer release (${manifest.release}): its schema is ${manifest.migration}, but this release supports at most ${newest}`,
      'Restore it with that release or a newer one.',
    );
  }
  const stage = join(dataDir, RESTORING_FOLDER);
  try {
    // A killed restore leaves it behind.
    await rm(stage, { recursive: true, force: true });
    await mkdir(stage, { recursive: true, mode: 0o700 });
    const blobs = await openBlobs({ ...config, dataDir: stage });
    const keepSecret = (name: string, value: string) =>
      SECRET_FILES.includes(name)
        ? writeFile(join(stage, name), value, { mode: 0o600, flush: true })
        : Promise.reject(new BackupError(`${file} contains a secret of an unknown kind: ${name}`));
    const files = await restoreFiles(file, manifest, blobs, keepSecret, (bytes) =>
      onProgress('restored', bytes),
    );
    const rows = await importStore(
      { databaseUrl: config.databaseUrl, dataDir: stage },
      storeLines(file, manifest),
    );
    // Secrets are moved last: without them, a service started in between would create its own.
    const names = (await readdir(stage)).toSorted(
      (a, b) => Number(SECRET_FILES.includes(a)) - Number(SECRET_FILES.includes(b)),
    );
    for (const name of names) await rename(join(stage, name), join(dataDir, name));
    return { manifest, rows, files };
  } catch (error) {
    throw asStartupError(file, error, dataDir);
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

async function refuseUnlessEmpty(config: BackupConfig): Promise<void> {
  const { dataDir, s3 } = config;
  const existing = await readdir(dataDir).catch(() => []);
  const existingName = existing.find((name) => ['store', 'files', ...SECRET_FILES].includes(name));
  if (existingName !== undefined) {
    throw new StartupError(
      `${dataDir} is not empty: it contains ${existingName}`,
      'Move it away, or set VISAVIS_DATA_DIR to a new directory: a restore never overwrites data.',
    );
  }
  if (!s3) return;
  for await (const { key } of (await openBlobs(config)).list()) {
    throw new StartupError(
      `the bucket ${s3.bucket} is not empty: it contains ${key}`,
      'Set S3_BUCKET to an empty one.',
    );
  }
}

async function openBlobs({ s3, dataDir }: BackupConfig): Promise<BlobStore> {
  return s3 ? openS3BlobStore(s3) : openFileBlobStore(join(dataDir, 'files'));
}

/** Reads the secrets that are files; those from settings are not in the backup, because the operator keeps them. */
async function readSecrets({ dataDir, secret, adminToken }: BackupConfig): Promise<Map<string, string>> {
  const wanted = [...(secret ? [] : [SECRET_FILE]), ...(adminToken ? [] : [ADMIN_TOKEN_FILE])];
  const found = new Map<string, string>();
  for (const name of wanted) found.set(name, await readFile(join(dataDir, name), 'utf8'));
  return found;
}

function asStartupError(file: string, error: unknown, written = file): unknown {
  if (error instanceof StartupError) return error;
  const backupError = asBackupError(file, error);
  if (backupError instanceof BackupError) return new StartupError(backupError.message);
  const { code, path } = error as NodeJS.ErrnoException;
  if (toDiskFullError(error) instanceof DiskFullError)
    return new StartupError(`the disk of ${written} is full`, 'Nothing was left behind. Free some space.');
  if (code && ['ENOENT', 'EACCES', 'EISDIR', 'EROFS', 'ENOTDIR'].includes(code)) {
    return new StartupError(`${path ?? written} cannot be used (${code})`);
  }
  return error;
}
