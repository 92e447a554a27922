import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { unpackTar } from 'modern-tar/fs';

const SAFE = /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[\w.@+-]+(?:\/[\w.@+-]+)*$/;

/**
 * Unpacks the files of an npm package that match one of `keep`: a file, or a folder with a trailing `/`. Returns their
 * paths.
 * @throws Error if the archive is broken
 */
export async function unpackNpm(tarball: string, into: string, keep: readonly string[]): Promise<string[]> {
  const paths: string[] = [];
  const wanted = (path: string) =>
    SAFE.test(path) && keep.some((one) => (one.endsWith('/') ? path.startsWith(one) : path === one));
  const unpack = unpackTar(into, {
    strict: true,
    // npm packages have everything in one folder.
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
