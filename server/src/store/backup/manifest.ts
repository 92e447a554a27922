import { createHash } from 'node:crypto';

/** The second-to-last part of a backup: lists its content, with checksums that prove that it is complete. */
export interface BackupManifest {
  format: 'visavis-backup';
  formatVersion: 1;
  /** The Visavis release that made the backup. */
  release: string;
  /** The number of the newest migration of the store, which identifies the schema. */
  migration: number;
  /** When the backup was started (ISO 8601). Everything acknowledged before then is included. */
  createdAt: string;
  /** Where the installation's secret is: in the backup, or in the environment variable that it came from. */
  secret: 'included' | 'VISAVIS_SECRET';
  /** The parts in the order of the archive. A file may occur twice; then the later one counts. */
  parts: BackupPart[];
}

export interface BackupPart {
  name: string;
  /** Bytes. */
  size: number;
  /** Hexadecimal. */
  sha256: string;
  /** The media type of a part that is a stored file. */
  contentType?: string;
  /** The bytes of a part of the store once it is unpacked. Earlier releases do not state it. */
  unpackedSize?: number;
}

/** A backup cannot be used. The message is one line for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

export const MANIFEST = 'manifest.json';
/** The SHA-256 of the manifest, which cannot contain its own hash. */
export const MANIFEST_HASH = 'manifest.sha256';
export const FILES = 'files/';
export const STORE = 'store/';
export const SECRETS = 'secrets/';

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
