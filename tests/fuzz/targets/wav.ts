import { encodeWav, readWavHeader } from '@visavis/server/dist/audio/wav.js';
import { type FuzzTarget, hex } from '../fuzz-target.ts';

const pcm = encodeWav(new Int16Array(8), 24_000);
const float = Buffer.from(pcm);
float.set(hex('feff 0200'), 20);
float.writeUInt16LE(32, 34);
const listed = Buffer.concat([pcm.subarray(0, 12), Buffer.from('LIST\x03\0\0\0abc\0'), pcm.subarray(12)]);

export const target: FuzzTarget = {
  about: 'sound that a speech service answers with: the head of a WAVE stream',
  covers: ['/audio/wav.js'],
  seeds: [pcm, float, listed],
  tokens: 'RIFF WAVE fmt data LIST',
  declares: [Error],
  read: (input) => readWavHeader(input),
};
