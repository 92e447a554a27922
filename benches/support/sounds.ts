/** Speech and noises for hearing benchmarks, the same in every run. */
import { seededRandom } from '@visavis/server/dist/lib/seeded-random.js';

/** Sample rate of all audio, in Hz: mono, -1..1. */
export const SET_RATE = 16_000;

export const SENTENCES = [
  'What are your opening hours on Saturday?',
  'Could you tell me how to change my password please?',
  'I would like to book a table for four people tomorrow evening.',
  'How much does the yearly plan cost?',
  'My order arrived damaged and I want to send it back.',
  'Please speak a little more slowly.',
  'The garden stays open until nine.',
  'Is there a discount for students and teachers?',
  'We are looking for a hotel close to the railway station.',
  'I forgot to bring my passport to the appointment.',
  'Tell me about the history of the old town hall.',
  'The printer shows an error and will not start again.',
  // Further sentences, of visitors of a museum, a shop or a restaurant.
  'Can I bring my dog into the museum?',
  'What does a ticket for children cost?',
  'Where can I park my car near the entrance?',
  'Please call me back tomorrow morning at nine.',
  'I think the last invoice was too high.',
  'Do you have vegetarian dishes on the menu?',
  'My name is Robert and I live in Chicago.',
  'Thank you very much, that was all I wanted to know.',
  'Is the swimming pool heated in winter?',
  'How long does the delivery usually take?',
  'I need a new battery for my laptop.',
  'Which platform does the train to Boston leave from?',
] as const;

/** Some of the same sentences, cut off before their end, after a word that needs a continuation. */
export const CUT_SENTENCES = [
  'What are your opening hours on',
  'Could you tell me how to',
  'I would like to book a table for',
  'How much does the',
  'My order arrived damaged and',
  'Is there a discount for students and',
  'We are looking for a hotel close to the',
  'I forgot to bring my',
  'Tell me about the history of',
  'The printer shows an',
] as const;

type Noise = (seconds: number, random: () => number) => Float32Array;

/** Noises in a room in which nobody speaks. */
export const NOISES: Readonly<Record<string, Noise>> = {
  hiss: (seconds, random) => sound(seconds, () => random() - 0.5),
  fan: (seconds, random) => {
    let low = 0;
    return sound(seconds, (t) => {
      low += 0.05 * (random() - 0.5 - low);
      return low + 0.1 * Math.sin(2 * Math.PI * 120 * t);
    });
  },
  'piano music': (seconds, random) => notes(seconds, random, [261.6, 329.6, 392, 523.3, 440], 0.4, 3),
  'music with drums': (seconds, random) => {
    const melody = notes(seconds, random, [220, 246.9, 293.7, 329.6, 370], 0.25, 6);
    return melody.map((value, n) => value + drum(n / SET_RATE, random));
  },
  typing: (seconds, random) => clicks(seconds, random, 6, 0.012),
  dishes: (seconds, random) => {
    const strokes = clicks(seconds, random, 2, 0.12);
    return strokes.map((value, n) => value * Math.sin((2 * Math.PI * 3100 * n) / SET_RATE));
  },
};

/** Returns `seconds` of a noise of the set, as loud as the voices. */
export function makeNoise(name: keyof typeof NOISES, seconds: number, seed = 7): Float32Array {
  return normalise(NOISES[name]!(seconds, seededRandom(seed)));
}

/** Returns the voice with noise that is this many decibels weaker. */
export function mix(voice: Float32Array, noise: Float32Array, signalToNoiseDb: number): Float32Array {
  const scale = 10 ** (-signalToNoiseDb / 20) * (rms(voice) / rms(noise));
  return voice.map((value, n) => value + scale * noise[n % noise.length]!);
}

/** Returns the silence of a quiet room. */
export function quiet(ms: number): Float32Array {
  const random = seededRandom(3);
  return sound(ms / 1000, () => 0.001 * (random() - 0.5));
}

export function join(...parts: readonly Float32Array[]): Float32Array {
  return Float32Array.from(parts.flatMap((part) => [...part]));
}

/** Returns speech without the silence after its last word. */
export function untilLastWord(sound: Float32Array): Float32Array {
  const peak = sound.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return sound.slice(0, sound.findLastIndex((value) => Math.abs(value) > 0.05 * peak) + 1);
}

function notes(
  seconds: number,
  random: () => number,
  pitches: readonly number[],
  noteSeconds: number,
  overtones: number,
): Float32Array {
  let from = -1;
  let pitch = pitches[0]!;
  return sound(seconds, (t) => {
    const note = Math.floor(t / noteSeconds);
    if (note !== from) {
      from = note;
      pitch = pitches[Math.floor(random() * pitches.length)]!;
    }
    const age = t - note * noteSeconds;
    let value = 0;
    for (let n = 1; n <= overtones; n++) value += Math.sin(2 * Math.PI * pitch * n * t) / n;
    return value * Math.exp(-4 * age);
  });
}

function drum(t: number, random: () => number): number {
  const age = t % 0.5;
  return age < 0.15
    ? 1.5 * (random() - 0.5) * Math.exp(-30 * age) + Math.sin(2 * Math.PI * 70 * t) * Math.exp(-20 * age)
    : 0;
}

function clicks(
  seconds: number,
  random: () => number,
  perSecond: number,
  decaySeconds: number,
): Float32Array {
  let level = 0;
  return sound(seconds, () => {
    if (random() < perSecond / SET_RATE) level = 0.5 + random();
    level *= Math.exp(-1 / (decaySeconds * SET_RATE));
    return level * (random() - 0.5);
  });
}

function sound(seconds: number, at: (t: number) => number): Float32Array {
  return Float32Array.from({ length: Math.round(seconds * SET_RATE) }, (_, n) => at(n / SET_RATE));
}

function rms(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);
}

/** Scales audio to the loudness of a person who speaks into a microphone. */
export function normalise(samples: Float32Array): Float32Array {
  const scale = 0.08 / (rms(samples) || 1);
  return samples.map((value) => Math.max(-1, Math.min(1, scale * value)));
}
