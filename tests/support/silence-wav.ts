import { writeFile } from 'node:fs/promises';

const RATE = 48_000;
const SECONDS = 2;

/** Writes a WAV file of silence, mono 48 kHz: a microphone in a quiet room. */
export async function writeSilence(path: string): Promise<void> {
  const dataBytes = RATE * SECONDS * 2;
  const wav = Buffer.alloc(44 + dataBytes);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(36 + dataBytes, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  // PCM, one channel.
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(RATE, 24);
  wav.writeUInt32LE(RATE * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(dataBytes, 40);
  await writeFile(path, wav);
}
