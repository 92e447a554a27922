/** What this installation keeps secret: made at first start, in the data directory, readable by its owner only. */
import { hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from './lib/startup-error.ts';

export interface InstanceSecrets {
  /** Guards `/admin`. */
  adminToken: string;
  /** Signs client tokens. */
  tokenSecret: Uint8Array;
  /** Signs upload and picture addresses. */
  urlSecret: Uint8Array;
  /** Tells one secret from another, and nothing about it. */
  fingerprint: string;
  /** Credentials of the embedded room server. */
  roomApiKey: string;
  roomApiSecret: string;
}

export const ADMIN_TOKEN_FILE = 'admin-token';

/**
 * @param given what the settings preset; `secret` must be the same on every API process that shares a database.
 * @throws StartupError when the data directory cannot be written.
 */
export async function loadInstanceSecrets(
  dataDir: string,
  given: { secret: string | undefined; adminToken: string | undefined },
): Promise<InstanceSecrets> {
  await makeDataDir(dataDir);
  const root =
    given.secret ?? (await readOrMake(join(dataDir, 'secret'), () => randomBytes(32).toString('hex')));
  const adminToken =
    given.adminToken ??
    (await readOrMake(join(dataDir, ADMIN_TOKEN_FILE), () => `vva_${randomBytes(24).toString('base64url')}`));
  const derive = (purpose: string) => new Uint8Array(hkdfSync('sha256', root, '', `visavis ${purpose}`, 32));
  return {
    adminToken,
    tokenSecret: derive('client tokens'),
    urlSecret: derive('signed addresses'),
    fingerprint: Buffer.from(derive('fingerprint')).toString('hex'),
    roomApiKey: 'visavis',
    roomApiSecret: Buffer.from(derive('room tokens')).toString('hex'),
  };
}

async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

async function readOrMake(path: string, make: () => string): Promise<string> {
  try {
    const value = make();
    // Exclusive: of two processes that start at once, one makes the secret and both read it.
    await writeFile(path, value, { mode: 0o600, flag: 'wx' });
    return value;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unusable(path, error);
  }
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    throw unusable(path, error);
  }
}

function unusable(path: string, error: unknown): StartupError {
  const { code } = error as NodeJS.ErrnoException;
  return new StartupError(
    `the data directory cannot be used: ${path} (${code ?? 'unknown error'})`,
    'Set VISAVIS_DATA_DIR to a directory that this user may write.',
  );
}
