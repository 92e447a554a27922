import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageVersion } from '../../lib/package-version.ts';

/** Beside the compiled code; `npm run build` paints the built-in people into it. */
export const PAINTED_FOLDER = new URL('./portraits/', import.meta.url);

/** The path of what this code has painted, or would paint. */
export async function paintedFile(name: string, extension: string): Promise<string> {
  codeHash ??= hashCode();
  return fileURLToPath(new URL(`${name}-${await codeHash}.${extension}`, PAINTED_FOLDER));
}

/** Whoever reads meanwhile finds all of it or nothing. */
export async function writePainted(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, bytes);
  await rename(draft, file);
}

let codeHash: Promise<string> | undefined;

/** Files are named after the code that painted them: a picture of other code is not found. */
async function hashCode(): Promise<string> {
  const hash = createHash('sha256').update(packageVersion);
  for (const folder of [new URL('./', import.meta.url), new URL('./looks/', import.meta.url)]) {
    const names = (await readdir(folder)).filter((name) => /^[a-z-]+\.js$/.test(name)).sort();
    for (const name of names) hash.update(await readFile(new URL(name, folder)));
  }
  return hash.digest('hex').slice(0, 16);
}
