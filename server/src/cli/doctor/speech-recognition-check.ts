import { resample } from '../../audio/resampler.ts';
import { MODEL_RATE } from '../../audio/sample-rates.ts';
import { ADD_COMMAND } from '../../models/catalogue/catalogue.ts';
import type { InstalledModel } from '../../models/store/model-folder.ts';
import {
  findSpeechModels,
  type LocalRecognizer,
  startRecognizer,
} from '../../speech-recognition/start-recognizer.ts';
import { suitedModel } from '../../speech-recognition/suited-model.ts';
import { startFliteVoice } from '../../voices/flite/start-flite-voice.ts';
import { type Check, type Finding, fail, note, ok } from './finding.ts';

const SENTENCE = 'Could you tell me at which time breakfast is served on Sundays?';
/** The best of several runs, so that a machine that is busy at the moment does not count as slow. */
const TRIES = 3;

/** Loads the models of speech recognition as a conversation does, has them transcribe a sentence, and reports what that takes. */
export const checkSpeechRecognition: Check = {
  name: 'Speech recognition',
  async run({ dataDir, models, localSpeech }) {
    const { recognizer, turns } = await findSpeechModels(dataDir, models.speechRecognition);
    if (models.speechRecognition !== undefined && !recognizer)
      return fail(
        `the model ${models.speechRecognition} of VISAVIS_SPEECH_RECOGNITION_MODEL is not installed`,
        `npx visavis models add ${models.speechRecognition}`,
      );
    if (!turns || !recognizer) {
      const missing = recognizer ? 'the model that detects the end of a turn' : 'a model that transcribes';
      const text = `none on this machine: ${missing} is not installed`;
      return localSpeech.includes('stt')
        ? fail(`${text}, and VISAVIS_STT is local: users type`, ADD_COMMAND)
        : note(text, ADD_COMMAND);
    }
    const before = process.memoryUsage.rss();
    const startedAt = performance.now();
    const local = startRecognizer(dataDir, recognizer, turns);
    try {
      await local.warm();
      const megabytes = Math.round((process.memoryUsage.rss() - before) / 1e6);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      const loaded = ok(
        `${local.model}, loaded in ${seconds} s; ${megabytes} MB in the one process of this machine that runs models, however many conversations`,
      );
      return [loaded, await tryOut(local, recognizer)];
    } catch (error) {
      return fail((error as Error).message, 'npx visavis models verify');
    } finally {
      await local.close();
    }
  },
};

/** Reports how quick it is on this machine, and whether another model would suit the machine better. */
async function tryOut(local: LocalRecognizer, { manifest }: InstalledModel): Promise<Finding> {
  const sound = await speak();
  let ms = Number.POSITIVE_INFINITY;
  for (let n = 0; n < TRIES; n++) {
    const begin = performance.now();
    await local.transcribe(sound, { language: 'en' });
    ms = Math.min(ms, performance.now() - begin);
  }
  const seconds = sound.length / MODEL_RATE;
  const factor = (ms / 1000 / seconds).toFixed(2);
  const text = `${seconds.toFixed(1)} s of speech are transcribed in ${(ms / 1000).toFixed(2)} s (real-time factor ${factor})`;
  const suited = suitedModel(manifest, ms);
  if (!suited.isQuick)
    return note(
      `${text}, which is slow for a conversation`,
      'Give the service a core of its own, or let a provider or STT_BASE_URL transcribe.',
    );
  if (manifest.name.startsWith(suited.name))
    return ok(`${text}; of the models in the list it suits this machine best`);
  const estimate = (suited.ms / 1000).toFixed(2);
  return ok(
    `${text}; ${suited.name} suits this machine best (about ${estimate} s): npx visavis models add ${suited.name}`,
  );
}

async function speak(): Promise<Float32Array> {
  const voice = await startFliteVoice();
  try {
    const { pcm, sampleRate } = await voice.speak(SENTENCE, { voice: 'Kore' });
    return Float32Array.from(resample(pcm, sampleRate, MODEL_RATE), (sample) => sample / 32_768);
  } finally {
    await voice.close();
  }
}
