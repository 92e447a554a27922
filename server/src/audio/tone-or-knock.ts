import { Fft } from './fft.ts';
import { FRAME, RATE } from './sound-frames.ts';

/** 64 ms, in which a tone keeps its pitch and a voice does not. */
const SIZE = 512;
/** A line of the spectrum is its highest bin and the bins over which the window spreads it. */
const SPREAD = 2;
/** A beep has one line; a dial tone, a telephone key, a chord or a buzzer has several. */
const MAX_LINES = 4;
/** How far the rest is below the whole once the first line, and each further one, is removed. A voice leaves more. */
const FIRST_LINE_DB = 26;
const NEXT_LINE_DB = 3;
const LOWEST_BIN = Math.ceil((150 * SIZE) / RATE);
const HIGHEST_BIN = Math.floor((3700 * SIZE) / RATE);
/** A frame with less than this fraction of the loudest one's energy (10 dB) is its echo in the room. */
const DECAYED = 0.1;
/** A knock lasts fewer frames. */
const KNOCK_FRAMES = 4;

const fft = new Fft(SIZE);
const HANN = Float32Array.from({ length: SIZE }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / SIZE));

/**
 * Whether the end of the latest audio, 240 ms at `RATE`, is not a voice: a beep or a chord, or a fading click or knock.
 */
export const isToneOrKnock = (sound: Float32Array): boolean => isKnock(sound) || isTone(sound);

function isKnock(sound: Float32Array): boolean {
  const energies = Array.from({ length: sound.length / FRAME }, (_, frame) =>
    sound.subarray(frame * FRAME, (frame + 1) * FRAME).reduce((sum, sample) => sum + sample ** 2, 0),
  );
  const loudest = Math.max(...energies);
  const lasts = energies.length - 1 - energies.findLastIndex((energy) => energy < DECAYED * loudest);
  return lasts < KNOCK_FRAMES;
}

function isTone(sound: Float32Array): boolean {
  const from = sound.length - SIZE;
  const real = HANN.map((weight, i) => weight * sound[from + i]!);
  const imaginary = new Float32Array(SIZE);
  fft.transform(real, imaginary);
  const power = real.map((re, bin) =>
    bin < LOWEST_BIN || bin > HIGHEST_BIN ? 0 : re ** 2 + imaginary[bin]! ** 2,
  );
  const whole = power.reduce((sum, each) => sum + each, 0);
  for (let lines = 0; lines < MAX_LINES; lines++) {
    const highest = power.indexOf(Math.max(...power));
    power.fill(0, Math.max(0, highest - SPREAD), highest + SPREAD + 1);
    const rest = power.reduce((sum, each) => sum + each, 0);
    if (rest < whole / 10 ** ((FIRST_LINE_DB + NEXT_LINE_DB * lines) / 10)) return true;
  }
  return false;
}
