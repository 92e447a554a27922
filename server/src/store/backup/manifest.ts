import { createHash, type Hash } from 'node:crypto';

/** The last but one part of a backup: what is in it, and how to know that it is whole. */
export interface BackupManifest {
  format: 'visavis-backup';
  formatVersion: 1;
  /** Of Visavis, which made it. */
  release: string;
  /** Number of the newest migration of the store: the schema. */
  migration: number;
  /** When the backup was begun; what was acknowledged before is in it. ISO 8601. */
  createdAt: string;
  /** Where the secret of the installation is: in the backup, or in the setting that it came from. */
  secret: 'included' | 'VISAVIS_SECRET';
  /** In the order in which they stand; the same file may come twice, and then the later counts. */
  parts: BackupPart[];
}

export interface BackupPart {
  name: string;
  /** Bytes. */
  size: number;
  /** Hexadecimal. */
  sha256: string;
  /** Of a file. */
  contentType?: string;
}

/** A backup cannot be used; the message says why, in one line for an operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

export const MANIFEST = 'manifest.json';
/** The SHA-256 of the manifest, which can hardly hold its own. */
export const MANIFEST_HASH = 'manifest.sha256';
export const FILES = 'files/';
export const STORE = 'store/';
export const SECRETS = 'secrets/';

/** Bytes on their way, hashed. */
export async function* hashing(
  hash: Hash,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    hash.update(piece);
    yield piece;
  }
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
