/** This file loads no canvas: the service reads here what it would start a thread for. */
import { readFile } from 'node:fs/promises';
import { type IllustratedIdentity, isIllustratedIdentity } from './identities.ts';
import { paintedFile, writePainted } from './painted-folder.ts';

/** The still as the build has painted it, as PNG; undefined where it has not. */
export async function readStill(
  identity: string,
  width: number,
  height: number,
): Promise<Uint8Array | undefined> {
  if (!isIllustratedIdentity(identity)) return undefined;
  return readFile(await stillFile(identity, width, height)).catch(() => undefined);
}

/** Returns the file's name. */
export async function keepStill(
  identity: IllustratedIdentity,
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
