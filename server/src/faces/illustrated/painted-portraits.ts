import { readFile } from 'node:fs/promises';
import { portraitFile } from './painted-files.ts';
import { writePainted } from './painted-folder.ts';
import { lookOf } from './people.ts';
import { type PaintedPortrait, type Portrait, paintPortrait, toPortrait } from './portrait.ts';
import type { Layer } from './trim-sheet.ts';

const HEADER_BYTES = 4;

/** The header of a file: the portrait without its pixels, which follow in the same order. */
type Header = Omit<PaintedPortrait, 'pictures' | 'backdrop'> & {
  backdrop: number;
  pictures: Record<string, Omit<Layer, 'pixels'>>;
};

/**
 * The portrait as the build has painted it, within milliseconds. If the build has not, it is painted now, in some
 * hundred milliseconds.
 */
export async function loadPortrait(identity: string, width: number, height: number): Promise<Portrait> {
  const look = lookOf(identity);
  const kept = await readPortrait(await portraitFile(identity, width, height));
  return toPortrait(look, kept ?? (await paintPortrait(look, width, height)));
}

/** Paints the portrait into its file. Returns the file's name. */
export async function keepPortrait(identity: string, width: number, height: number): Promise<string> {
  const file = await portraitFile(identity, width, height);
  const { backdrop, pictures, ...rest } = await paintPortrait(lookOf(identity), width, height);
  const header: Header = { ...rest, backdrop: backdrop.length, pictures: {} };
  for (const [name, { pixels: _, ...place }] of Object.entries(pictures)) header.pictures[name] = place;
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(HEADER_BYTES);
  length.writeUInt32LE(text.length);
  const pixels = Object.values(pictures).map((picture) => picture.pixels);
  await writePainted(file, Buffer.concat([length, text, backdrop, ...pixels]));
  return file;
}

async function readPortrait(file: string): Promise<PaintedPortrait | undefined> {
  const bytes = await readFile(file).catch(() => undefined);
  if (!bytes) return undefined;
  let at = HEADER_BYTES + bytes.readUInt32LE();
  const { backdrop, pictures, ...rest } = JSON.parse(bytes.toString('utf8', HEADER_BYTES, at)) as Header;
  const take = (length: number) => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  const painted = { ...rest, backdrop: take(backdrop), pictures: {} as PaintedPortrait['pictures'] };
  const layers: Record<string, Layer> = painted.pictures;
  for (const [name, place] of Object.entries(pictures))
    layers[name] = { ...place, pixels: take(place.width * place.height * 4) };
  return painted;
}
