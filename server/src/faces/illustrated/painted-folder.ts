import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageVersion } from '../../lib/package-version.ts';

/** Beside the compiled code; `npm run build` paints the built-in people into it. */
export const PAINTED_FOLDER = new URL('./portraits/', import.meta.url);

/** What the pictures depend on besides this folder; a test compares it with the imports. */
export const OTHER_PAINTING_CODE = [
  '../render-still.js',
  '../director/face-pose.js',
  '../warp/coverage.js',
  '../warp/frame-target.js',
  '../warp/kernel-bytes.js',
  '../warp/pixel-machine.js',
  '../warp/warp-field.js',
  '../../lib/seeded-random.js',
];

/** The path of the file that this version of the code has painted, or would paint. */
export async function paintedFile(name: string, extension: string): Promise<string> {
  return fileURLToPath(new URL(`${name}-${await hashCode()}.${extension}`, PAINTED_FOLDER));
}

/** Removes what other versions of the code have painted, and drafts that were never finished. */
export async function removeStalePaintings(): Promise<void> {
  const ending = new RegExp(`-${await hashCode()}\\.[a-z]+$`);
  for (const name of await readdir(PAINTED_FOLDER))
    if (!ending.test(name)) await rm(new URL(name, PAINTED_FOLDER), { force: true });
}

/** Writes a draft and renames it: a reader finds the whole file or none. */
export async function writePainted(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, bytes);
  await rename(draft, file);
}

let codeHash: Promise<string> | undefined;

/** File names hold a hash of the code that painted them, so that pictures of another version are not found. */
function hashCode(): Promise<string> {
  codeHash ??= hashPaintingCode();
  return codeHash;
}

async function hashPaintingCode(): Promise<string> {
  const canvas = createRequire(import.meta.url)('@napi-rs/canvas/package.json') as { version: string };
  const hash = createHash('sha256').update(packageVersion).update(canvas.version);
  const files = OTHER_PAINTING_CODE.map((path) => new URL(path, import.meta.url));
  const folder = new URL('./', import.meta.url);
  const names = (await readdir(folder)).filter((name) => /^[a-z-]+\.js$/.test(name)).sort();
  files.push(...names.map((name) => new URL(name, folder)));
  for (const file of files) hash.update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
}
