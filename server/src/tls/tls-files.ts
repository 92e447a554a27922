import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { StartupError } from '../lib/startup-error.ts';

/** Paths of PEM files. */
export interface TlsFiles {
  /** The certificate, followed by those of its issuers. */
  certFile: string;
  keyFile: string;
}

/** PEM texts. */
export interface TlsPair {
  cert: string;
  key: string;
}

/**
 * In TLS 1.3, a client can renew its keys without end (KeyUpdate). Node reads up to 2 MiB of such records in one go, which
 * blocks everything else for seconds, and offers no limit. In TLS 1.2, Node allows three renegotiations in ten minutes.
 */
export const NEWEST_VERSION = { maxVersion: 'TLSv1.2' } as const;

/** @throws StartupError that names the file that cannot be read or used */
export async function readTlsFiles({ certFile, keyFile }: TlsFiles): Promise<TlsPair> {
  // Sequentially: if both are missing, the error always names the first.
  const cert = await read('VISAVIS_TLS_CERT', certFile);
  const key = await read('VISAVIS_TLS_KEY', keyFile);
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    throw new StartupError(
      `${certFile} and ${keyFile} are not a certificate and its key: ${reason(error)}`,
      'VISAVIS_TLS_CERT must be a PEM file with the whole chain, VISAVIS_TLS_KEY its private key without a passphrase.',
    );
  }
  return { cert, key };
}

async function read(setting: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new StartupError(
      `${setting}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`,
      'Set it to a PEM file that the user of the service can read.',
    );
  }
}

/** Returns OpenSSL's message without its codes: `error:05800074:x509 certificate routines::key values mismatch`. */
function reason(error: unknown): string {
  return String((error as Error).message)
    .split(':')
    .at(-1)!
    .trim();
}
