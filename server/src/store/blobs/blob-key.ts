import { InvalidBlobKeyError } from '../../domain/blobs.ts';

const SEGMENT = /^[a-z0-9_-][a-z0-9._-]{0,127}$/;
/** Device names, which Windows reserves in every folder, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/;

/**
 * Throws `InvalidBlobKeyError` unless `key` is unambiguous on every file system and object store: no upper case (some
 * file systems ignore case), no leading or trailing dot, no path that leads outside.
 */
export function checkBlobKey(key: string): void {
  const segments = key.split('/');
  const good = segments.every(
    (part) => SEGMENT.test(part) && !RESERVED.test(part) && !part.endsWith('.') && !part.endsWith('.blob'),
  );
  if (!good || key.length > 512) throw new InvalidBlobKeyError('invalid key of a blob');
}

export function checkBlobPrefix(prefix: string): void {
  if (!prefix.endsWith('/')) throw new InvalidBlobKeyError('a prefix must end with /');
  checkBlobKey(prefix.slice(0, -1));
}
