/** The files that the build has painted. This file loads no canvas, so the main process may import it. */
import { readdir, readFile } from 'node:fs/promises';
import { PAINTED_FOLDER, paintedFile, writePainted } from './painted-folder.ts';
import { PEOPLE } from './people.ts';

/** Whether the build has painted this portrait, so that it opens in milliseconds. */
export async function isPainted(identity: string, width: number, height: number): Promise<boolean> {
  const file = await portraitFile(identity, width, height);
  const names = await readdir(PAINTED_FOLDER).catch(() => []);
  return names.some((name) => file.endsWith(name));
}

export const portraitFile = (identity: string, width: number, height: number): Promise<string> =>
  paintedFile(`${identity}-${width}x${height}`, 'bin');

/** The still that the build has painted, as PNG; undefined where it has not. */
export async function readStill(
  identity: string,
  width: number,
  height: number,
): Promise<Uint8Array | undefined> {
  // Only our own names become part of a path.
  if (!PEOPLE.some((person) => person.identity === identity)) return undefined;
  return readFile(await stillFile(identity, width, height)).catch(() => undefined);
}

/** Returns the file's name. */
export async function keepStill(
  identity: string,
  width: number,
  height: number,
  png: Uint8Array,
): Promise<string> {
  const file = await stillFile(identity, width, height);
  await writePainted(file, png);
  return file;
}

const stillFile = (identity: string, width: number, height: number) =>
  paintedFile(`${identity}-still-${width}x${height}`, 'png');
