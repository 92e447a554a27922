import { resample } from '@visavis/server/dist/audio/resampler.js';
import { findVoices } from '@visavis/server/dist/compose/voice.js';
import { readConfig } from '@visavis/server/dist/config.js';
import { ModelFolder } from '@visavis/server/dist/models/store/model-folder.js';
import {
  findSpeechModels,
  startRecognizer,
} from '@visavis/server/dist/speech-recognition/start-recognizer.js';
import { startFliteVoice } from '@visavis/server/dist/voices/flite/start-flite-voice.js';
import { type PiperVoice, startPiperVoice } from '@visavis/server/dist/voices/piper/start-piper-voice.js';
import type { Voice } from '@visavis/server/dist/voices/voice.js';
import type { Scope } from './scope.ts';
import { normalise, SET_RATE, untilLastWord } from './sounds.ts';

export const MICROPHONE_RATE = 48_000;

/** Opens the recognizer that is installed in the configured data directory. @throws Error if there is none */
export async function openInstalledRecognizer(scope: Scope) {
  const { dataDir, models } = readConfig();
  const { recognizer, turns } = await findSpeechModels(dataDir, models.speechRecognition);
  if (!recognizer || !turns)
    throw new Error(
      `no speech recognition in ${dataDir}: npx visavis models add speech-recognition, or set VISAVIS_DATA_DIR`,
    );
  const local = startRecognizer(dataDir, recognizer);
  scope.later(() => local.close());
  await local.warm();
  return { local, turns, dataDir };
}

/** Returns the natural voices installed there, not yet loaded, each with one of its names in the specification. */
export async function installedVoices(
  scope: Scope,
): Promise<{ name: string; voice: string; piper: PiperVoice }[]> {
  const folder = new ModelFolder(readConfig().dataDir);
  return (await findVoices(folder)).map((model) => {
    const piper = startPiperVoice([model], folder.path);
    scope.later(() => piper.close());
    return { name: model.manifest.name, voice: piper.modelFor('Kore') ? 'Kore' : 'Charon', piper };
  });
}

export async function openFlite(scope: Scope): Promise<Voice> {
  const flite = await startFliteVoice();
  scope.later(() => flite.close());
  return flite;
}

/** Opens the user's voice, the first natural one that is installed, or Flite. `ask` synthesizes for the microphone. */
export async function openUserVoice(
  scope: Scope,
): Promise<{ name: string; ask(texts: readonly string[]): Promise<Int16Array[]> }> {
  const [natural] = await installedVoices(scope);
  const { name, voice, piper } = natural ?? { name: 'Flite', voice: 'Kore', piper: await openFlite(scope) };
  return { name, ask: async (texts) => (await speakAll(piper, voice, texts)).map(forMicrophone) };
}

/** Synthesizes texts, as loud as a person who speaks into a microphone. */
export async function speakAll(
  speaker: Voice,
  voice: string,
  texts: readonly string[],
): Promise<Float32Array[]> {
  const all: Float32Array[] = [];
  for (const text of texts) {
    const { pcm, sampleRate } = await speaker.speak(text, { voice });
    all.push(normalise(Float32Array.from(resample(pcm, sampleRate, SET_RATE))));
  }
  return all;
}

/** Returns audio as a client sends it, without the silence after its last word: mono, `MICROPHONE_RATE`. */
export function forMicrophone(sound: Float32Array): Int16Array {
  const pcm = Int16Array.from(untilLastWord(sound), (sample) => 32_767 * Math.max(-1, Math.min(1, sample)));
  return resample(pcm, SET_RATE, MICROPHONE_RATE);
}
