/** The installation's secrets: created at the first start in the data directory, readable only by its owner. */
import { hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from './lib/make-folder.ts';
import { StartupError } from './lib/startup-error.ts';

export interface InstanceSecrets {
  /** Guards `/admin`. */
  adminToken: string;
  /** Signs client tokens. */
  tokenSecret: Uint8Array;
  /** Identifies the secret without revealing it. */
  fingerprint: string;
  /** Credentials of the embedded room server. */
  roomApiKey: string;
  roomApiSecret: string;
}

export const ADMIN_TOKEN_FILE = 'admin-token';
export const SECRET_FILE = 'secret';
/** Where a restore collects files before moving them into place. */
export const RESTORING_FOLDER = '.restoring';

/** The remedy if nobody has the secret any more. */
const IF_LOST =
  'If it is lost, set VISAVIS_SECRET to a new one of at least 32 characters: everything that was signed or encrypted with the ' +
  'old one is then invalid.';

/**
 * @param given preset by the settings; `secret` must be the same on every API process that shares a database. With
 * `databaseUrl`, the database itself knows its secret
 * @throws StartupError if the data directory cannot be written, a restore was not completed, or an embedded store has
 * lost its secret
 */
export async function loadInstanceSecrets(
  dataDir: string,
  given: {
    secret?: string | undefined;
    adminToken?: string | undefined;
    databaseUrl?: string | undefined;
  },
): Promise<InstanceSecrets> {
  await makeDataDir(dataDir);
  refuseUnfinishedRestore(dataDir);
  if (given.secret === undefined && given.databaseUrl === undefined) refuseLostSecret(dataDir);
  const root =
    given.secret ??
    (await readOrMake(
      join(dataDir, SECRET_FILE),
      (value) => (/^[0-9a-f]*$/.test(value) ? 64 : 32),
      () => randomBytes(32).toString('hex'),
      IF_LOST,
    ));
  const adminToken =
    given.adminToken ??
    (await readOrMake(
      join(dataDir, ADMIN_TOKEN_FILE),
      (value) => (value.startsWith('vva_') ? 36 : 16),
      () => `vva_${randomBytes(24).toString('base64url')}`,
      'If it is lost, delete the file to create a new one.',
    ));
  const derive = (purpose: string) => new Uint8Array(hkdfSync('sha256', root, '', `visavis ${purpose}`, 32));
  return {
    adminToken,
    tokenSecret: derive('client tokens'),
    fingerprint: Buffer.from(derive('fingerprint')).toString('hex'),
    roomApiKey: 'visavis',
    roomApiSecret: Buffer.from(derive('room tokens')).toString('hex'),
  };
}

function refuseUnfinishedRestore(dataDir: string): void {
  const stage = join(dataDir, RESTORING_FOLDER);
  if (!existsSync(stage)) return;
  throw new StartupError(
    `a restore into ${dataDir} is still running, or was interrupted: there is ${stage}`,
    'If `visavis restore` is running, wait for it. Otherwise delete that folder, which contains secrets. If this installation ' +
      'was to be restored, also delete the folders store and files beside it, and restore again.',
  );
}

/** A new secret would make everything invalid that was signed or encrypted with the lost one. */
function refuseLostSecret(dataDir: string): void {
  const path = join(dataDir, SECRET_FILE);
  if (existsSync(path) || !existsSync(join(dataDir, 'store', 'database', 'cluster'))) return;
  throw new StartupError(
    `${path} is missing, but ${dataDir} contains a store`,
    `Restore it from a backup, or set VISAVIS_SECRET if the secret was set there. ${IF_LOST}`,
  );
}

async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir);
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

/**
 * Reads a secret from its file, or creates it. @param leastOf returns the minimum length of such a value: all that we
 * create have it, but a copy may have been truncated
 * @param ifLost the remedy for that
 */
async function readOrMake(
  path: string,
  leastOf: (value: string) => number,
  make: () => string,
  ifLost: string,
): Promise<string> {
  let value: string;
  try {
    if (!existsSync(path)) await makeOnce(path, make());
    value = (await readFile(path, 'utf8')).trim();
  } catch (error) {
    throw unusable(path, error);
  }
  const minCharacters = leastOf(value);
  if (value.length >= minCharacters) return value;
  // An empty one would be the same in every installation that lost its own, and a short one can be guessed.
  throw new StartupError(
    value === ''
      ? `${path} is empty`
      : `${path} is truncated: it has ${value.length} of at least ${minCharacters} characters`,
    `Restore it from a backup. ${ifLost}`,
  );
}

/** Creates the file atomically: of several starting processes one creates it, and none reads a partial one. */
async function makeOnce(path: string, value: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, value, { mode: 0o600, flag: 'wx', flush: true });
    await link(draft, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    // A file system without hard links: still atomic, but a concurrent first start may create it twice.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error;
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

function unusable(path: string, error: unknown): StartupError {
  const { code } = error as NodeJS.ErrnoException;
  return new StartupError(
    `the data directory cannot be used: ${path} (${code ?? 'unknown error'})`,
    'Set VISAVIS_DATA_DIR to a directory that this user can write to.',
  );
}
