import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SET_RATE } from '../support/sounds.ts';

export interface Recording {
  text: string;
  sound: Float32Array;
}

/** Offsets in the header of a WAV file, 16 bit, mono, 16 kHz. */
const RATE_AT = 24;
const CHUNKS_AT = 36;
const CHUNK_HEADER_BYTES = 8;

/**
 * Reads recordings of people from a folder in the format of Sphinx's sets: WAV files, and a file `transcription`, or
 * with that extension, with lines such as `<s> he was not ill disposed </s> (name)`. @throws Error if there is none
 */
export async function readRecordings(folder: string): Promise<Recording[]> {
  const list = (await readdir(folder)).find((name) => /(^|\.)transcription$/.test(name));
  if (list === undefined) throw new Error(`${folder} has no file of transcriptions`);
  const lines = (await readFile(join(folder, list), 'utf8')).trim().split('\n');
  return Promise.all(
    lines.map(async (line) => {
      const [, text, name] = /^(?:<s>)?\s*(.*?)\s*(?:<\/s>)?\s*\(([^()]+)\)\s*$/.exec(line) ?? [];
      const wav = await readFile(join(folder, `${name}.wav`));
      if (wav.readUInt32LE(RATE_AT) !== SET_RATE) throw new Error(`${name}.wav has not ${SET_RATE} Hz`);
      const start = wav.indexOf('data', CHUNKS_AT) + CHUNK_HEADER_BYTES;
      const count = (wav.length - start) >> 1;
      const sound = Float32Array.from({ length: count }, (_, n) => wav.readInt16LE(start + 2 * n) / 32_768);
      // One set contains this mistake.
      return { text: text!.replace('a more a amiable', 'a more amiable'), sound };
    }),
  );
}
