import { workerData } from 'node:worker_threads';
import { loadOnnxRuntime } from '../../models/runtime/onnx-runtime.ts';
import type { OnnxRuntime } from '../../models/runtime/onnx-types.ts';
import { serveJobs } from '../../models/runtime/serve-jobs.ts';
import { requireVerified } from '../../models/store/model-folder.ts';
import { normalizeLoudness, speedUp, trimClause } from '../finish-clause.ts';
import { FliteProgram } from '../flite/flite-program.ts';
import type { ClauseAudio } from '../voice.ts';
import type { InstalledVoice, PiperJob, PiperThreadData } from './piper-messages.ts';
import { PiperModel } from './piper-model.ts';
import { type Pronunciations, pronounce } from './pronounce.ts';

const { modelsFolder } = workerData as PiperThreadData;
const WARM_UP = 'Hello there, this is a first try.';
/** One for a man and one for a woman: each holds its weights, 63 MB, and as much again while it computes. */
const MAX_LOADED = 2;
const MAX_GUESSES = 5000;

let runtime: OnnxRuntime | undefined;
/** Loaded models in the order of use, the most recent last. */
const loaded = new Map<string, Promise<PiperModel>>();
let pronunciations: Promise<Pronunciations> | undefined;

serveJobs<PiperJob, ClauseAudio>(async (job) => {
  const model = await modelOf(job.model);
  pronunciations ??= loadPronunciations();
  const text = job.kind === 'load' ? WARM_UP : job.text;
  const steps = pronounce(text, await pronunciations);
  if (steps.length === 0) return { result: { pcm: new Int16Array(0), sampleRate: 16_000, phones: [] } };
  if (job.kind === 'load') return { result: await model.speak(steps) };
  // Playout resamples the audio anyway.
  const sound = trimClause(
    speedUp(await model.speak(steps, job.lengthScale * job.tract), job.tract),
    job.tailMs,
  );
  normalizeLoudness(sound);
  return { result: sound, transfer: [sound.pcm.buffer as ArrayBuffer] };
});

function modelOf(voice: InstalledVoice): Promise<PiperModel> {
  const key = `${voice.folder}/${voice.file}`;
  const model = loaded.get(key) ?? open(voice);
  loaded.delete(key);
  loaded.set(key, model);
  // A voice that could not be opened is tried again the next time.
  model.catch(() => loaded.delete(key));
  if (loaded.size > MAX_LOADED) loaded.delete(loaded.keys().next().value!);
  return model;
}

async function open(voice: InstalledVoice): Promise<PiperModel> {
  runtime ??= loadOnnxRuntime(modelsFolder);
  await requireVerified(voice);
  return PiperModel.open(runtime, voice.folder, voice.file);
}

/** Loads Carnegie Mellon University's dictionary; for other words, Flite's rules from letters to sounds are used. */
async function loadPronunciations(): Promise<Pronunciations> {
  const { dictionary } = await import('cmu-pronouncing-dictionary');
  let flite: FliteProgram | undefined;
  const guesses = new Map<string, string[]>();
  return {
    dictionary,
    guess(word) {
      const known = guesses.get(word);
      if (known) return known;
      flite ??= new FliteProgram();
      const phones = flite.speak(word, { voice: 'kal' }).phones.map(({ phone }) => phone);
      if (guesses.size >= MAX_GUESSES) guesses.clear();
      guesses.set(word, phones);
      return phones;
    },
  };
}
