import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { unpackTar } from 'modern-tar/fs';

const SAFE = /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[\w.@+-]+(?:\/[\w.@+-]+)*$/;

/**
 * Unpacks those files of an npm package whose path begins with one of `keep`: a file, or a folder with `/` at its end.
 * Returns their paths.
 * @throws Error where the archive is broken
 */
export async function unpackNpm(tarball: string, into: string, keep: readonly string[]): Promise<string[]> {
  const paths: string[] = [];
  const wanted = (path: string) =>
    SAFE.test(path) && keep.some((one) => (one.endsWith('/') ? path.startsWith(one) : path === one));
  const unpack = unpackTar(into, {
    strict: true,
    // The folder that npm's packages keep everything in.
    strip: 1,
    filter: ({ name, type }) => {
      const isWanted = type === 'file' && wanted(name);
      if (isWanted) paths.push(name);
      return isWanted;
    },
    dmode: 0o700,
    fmode: 0o600,
  });
  await pipeline(createReadStream(tarball), createGunzip(), unpack);
  return paths;
}
