import { writeFile } from 'node:fs/promises';
import { encodeWav } from './inside.ts';

const RATE = 48_000;
const SECONDS = 2;

/** Writes a silent WAV file, mono 48 kHz, for a microphone in a quiet room. */
export const writeSilence = (path: string): Promise<void> =>
  writeFile(path, encodeWav(new Int16Array(RATE * SECONDS), RATE));
