import { startFliteVoice } from '@visavis/server/dist/voices/flite/start-flite-voice.js';

export const RATE = 16_000;

const AVATAR = [
  'Hello, I am your assistant and I can tell you about our plans.',
  'We have three of them, and each one includes support by phone.',
  'The first is free, the second costs five dollars, and the third is for companies.',
  'Would you like to hear more about one of them, or shall I compare them for you?',
  'In the summer the museum is open until nine, and the garden until the sun goes down.',
  'Yes.',
];
const USER = [
  'Wait, stop please, I have a question.',
  'No thanks, tell me about the second plan.',
  'Hold on a moment.',
  'Excuse me, may I ask something?',
  'Actually, I meant the other one.',
  'Okay, but how much is it?',
];
/** Each made of another person's recordings. */
const VOICES = ['Kore', 'Charon', 'Puck', 'Sadaltager'];

export interface Speaker {
  base: string;
  sentences: Float32Array[];
}

export interface Speakers {
  /** Sentences with peaks at half of full scale. */
  avatars: Speaker[];
  users: Speaker[];
}

/** Real voices (the built-in ones), mono 16 kHz, -1..1. */
export async function recordSpeakers(): Promise<Speakers> {
  const voice = await startFliteVoice();
  const say = async (text: string, name: string) => {
    const { pcm, sampleRate } = await voice.speak(text, { voice: name });
    if (sampleRate !== RATE) throw new Error(`a voice of ${sampleRate} Hz`);
    const peak = pcm.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 1);
    return Float32Array.from(pcm, (sample) => (0.5 * sample) / peak);
  };
  const all = async (texts: string[]) => {
    const speakers: Speaker[] = [];
    for (const base of VOICES) {
      const sentences: Float32Array[] = [];
      for (const text of texts) sentences.push(await say(text, base));
      speakers.push({ base, sentences });
    }
    return speakers;
  };
  try {
    return { avatars: await all(AVATAR), users: await all(USER) };
  } finally {
    await voice.close();
  }
}

/** The first sample that a listener could take for speech. */
export function onsetOf(sound: Float32Array): number {
  return Math.max(
    0,
    sound.findIndex((sample) => Math.abs(sample) > 0.02),
  );
}
