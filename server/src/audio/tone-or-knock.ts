import { ANALYSIS_RATE, FRAME_SAMPLES } from './audio-frames.ts';
import { Fft } from './fft.ts';

/** 64 ms, in which a tone keeps its pitch and a voice does not. */
const SIZE = 512;
/** A line of the spectrum is its highest bin and the bins over which the window spreads it. */
const SPREAD = 2;
/** A beep has one line; a dial tone, a telephone key, a chord or a buzzer has several. */
const MAX_LINES = 4;
/** How far the energy falls once the first line, and each further one, is removed. With a voice, more remains. */
const FIRST_LINE_DB = 26;
const NEXT_LINE_DB = 3;
const LOWEST_BIN = Math.ceil((150 * SIZE) / ANALYSIS_RATE);
const HIGHEST_BIN = Math.floor((3700 * SIZE) / ANALYSIS_RATE);
/** A frame with less than this fraction of the loudest one's energy (10 dB) is its reverberation. */
const DECAYED = 0.1;
/** A knock decays in fewer frames. */
const MIN_VOICE_FRAMES = 4;

const fft = new Fft(SIZE);
const HANN = Float32Array.from({ length: SIZE }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / SIZE));

/**
 * Whether the end of the latest audio (240 ms at `ANALYSIS_RATE`) is not a voice: a beep or a chord, or a fading click
 * or knock.
 */
export const isToneOrKnock = (audio: Float32Array): boolean => isKnock(audio) || isTone(audio);

function isKnock(audio: Float32Array): boolean {
  const energies = Array.from({ length: audio.length / FRAME_SAMPLES }, (_, frame) =>
    audio
      .subarray(frame * FRAME_SAMPLES, (frame + 1) * FRAME_SAMPLES)
      .reduce((sum, sample) => sum + sample ** 2, 0),
  );
  const loudest = Math.max(...energies);
  const lastingFrames = energies.length - 1 - energies.findLastIndex((energy) => energy < DECAYED * loudest);
  return lastingFrames < MIN_VOICE_FRAMES;
}

function isTone(audio: Float32Array): boolean {
  const from = audio.length - SIZE;
  const real = HANN.map((weight, i) => weight * audio[from + i]!);
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
