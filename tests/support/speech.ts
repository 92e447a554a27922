import { encodeWav, resample, startFliteVoice } from './inside/sound.ts';

/** Returns synthetic speech, mono 48 kHz, with peaks at about a third of full scale. */
export async function synthesiseSpeech(text: string): Promise<Int16Array> {
  const voice = await startFliteVoice();
  try {
    const { pcm, sampleRate } = await voice.speak(text, { voice: 'Charon' });
    const loudest = pcm.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 1);
    const loud = pcm.map((sample) => Math.round((sample * 11_000) / loudest));
    return resample(loud, sampleRate, 48_000);
  } finally {
    await voice.close();
  }
}

/** Starts the sampler with which the service makes voice samples, using only the simple voice. */
export async function startPlainSampler() {
  const plain = await startFliteVoice();
  return {
    async say(text: string, voice: string) {
      const { pcm, sampleRate } = await plain.speak(text, { voice });
      return { wav: encodeWav(pcm, sampleRate) };
    },
    close: () => plain.close(),
  };
}
