import { startFliteVoice } from '@visavis/server/dist/voices/flite/start-flite-voice.js';

export const RATE = 16_000;

/** One set is for tuning thresholds; the other was never used for that. */
export type Split = 'tuning' | 'held-out';

interface Cast {
  avatar: string[];
  user: string[];
  /** Voices by the speaker on whose recordings they are based: users never talk to an avatar with their own voice. */
  voices: Record<string, string[]>;
}

const CASTS: Record<Split, Cast> = {
  tuning: {
    avatar: [
      'Hello, I am your assistant and I can tell you about our plans.',
      'We have three of them, and each one includes support by phone.',
      'The first is free, the second costs five dollars, and the third is for companies.',
      'Would you like to hear more about one of them, or shall I compare them for you?',
      'In the summer the museum is open until nine, and the garden until the sun goes down.',
      'Yes.',
    ],
    user: [
      'Wait, stop please, I have a question.',
      'No thanks, tell me about the second plan.',
      'Hold on a moment.',
      'Excuse me, may I ask something?',
      'Actually, I meant the other one.',
      'Okay, but how much is it?',
    ],
    voices: { slt: ['Kore'], rms: ['Charon'], awb: ['Puck'], kal: ['Sadaltager'] },
  },
  'held-out': {
    avatar: [
      'Good afternoon, and welcome to the reading room of the library.',
      'You may borrow up to eight books, and keep them for four weeks.',
      'Our new branch is near the harbour; the bus stops right in front of its door.',
      'If you forget to bring one back, we will remind you by mail before we charge a fee.',
      'Which authors do you enjoy, and have you read anything by them lately?',
      'Sure, no problem.',
    ],
    user: [
      'Sorry, could you say that again?',
      'That is enough, thank you.',
      'How do I get a card?',
      'Let me interrupt you for a second.',
      'My daughter would like the large one.',
      'Never mind, what about Sunday?',
    ],
    voices: {
      slt: ['Leda', 'Gacrux', 'Zephyr'],
      rms: ['Iapetus', 'Sadachbia', 'cedar'],
      awb: ['Algenib', 'Fenrir', 'Umbriel'],
    },
  },
};

export interface Speaker {
  base: string;
  sentences: Float32Array[];
}

export interface Speakers {
  /** Sentences with peaks at half of full scale. */
  avatars: Speaker[];
  users: Speaker[];
}

/** Returns sentences in the built-in voices, mono 16 kHz, -1..1. */
export async function recordSpeakers(split: Split): Promise<Speakers> {
  const cast = CASTS[split];
  const voice = await startFliteVoice();
  const say = async (text: string, name: string) => {
    const { pcm, sampleRate } = await voice.speak(text, { voice: name });
    if (sampleRate !== RATE) throw new Error(`a voice of ${sampleRate} Hz`);
    const peak = pcm.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 1);
    return Float32Array.from(pcm, (sample) => (0.5 * sample) / peak);
  };
  const all = async (texts: string[]) => {
    const speakers: Speaker[] = [];
    for (const [base, names] of Object.entries(cast.voices)) {
      for (const name of names) {
        const sentences: Float32Array[] = [];
        for (const text of texts) sentences.push(await say(text, name));
        speakers.push({ base, sentences });
      }
    }
    return speakers;
  };
  try {
    return { avatars: await all(cast.avatar), users: await all(cast.user) };
  } finally {
    await voice.close();
  }
}

/** Returns the first sample that could be taken for speech. */
export function onsetOf(sound: Float32Array): number {
  return Math.max(
    0,
    sound.findIndex((sample) => Math.abs(sample) > 0.02),
  );
}

/** Returns the end of the last word. */
export function endOf(sound: Float32Array): number {
  return sound.findLastIndex((sample) => Math.abs(sample) > 0.02) + 1;
}
