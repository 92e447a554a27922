import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { MODEL_RATE } from '../audio/sample-rates.ts';
import { loadOnnxRuntime, openSession } from '../models/runtime/onnx-runtime.ts';
import type { OnnxRuntime } from '../models/runtime/onnx-types.ts';
import { serveJobs } from '../models/runtime/serve-jobs.ts';
import { requireVerified } from '../models/store/model-folder.ts';
import type { TurnJob, TurnsThreadData } from './thread-messages.ts';
import { logMel, MEL_BANDS } from './whisper/log-mel.ts';

/** The model takes the last eight seconds, preceded by silence as padding. */
const WINDOW = 8 * MODEL_RATE;
const FRAMES = 800;

/** Smart Turn v3 (pipecat-ai/smart-turn): the likelihood that a speaker has finished, from the melody of the speech. */
async function openSmartTurn(
  runtime: OnnxRuntime,
  folder: string,
): Promise<(samples: Float32Array) => Promise<number>> {
  const session = await openSession(runtime, join(folder, 'smart-turn-v3.2-cpu.onnx'));
  return async (samples) => {
    const window = new Float32Array(WINDOW);
    const last = samples.subarray(Math.max(0, samples.length - WINDOW));
    window.set(last, WINDOW - last.length);
    normalise(window);
    const features = new runtime.Tensor('float32', logMel(window), [1, MEL_BANDS, FRAMES]);
    const { logits } = await session.run({ input_features: features });
    // Despite its name it is a probability.
    return (logits!.data as Float32Array)[0]!;
  };
}

/** Normalizes samples to a mean of 0 and a variance of 1, as the model's feature extractor does. */
function normalise(samples: Float32Array): void {
  let mean = 0;
  for (const sample of samples) mean += sample / samples.length;
  let variance = 0;
  for (const sample of samples) variance += (sample - mean) ** 2 / samples.length;
  const scale = 1 / Math.sqrt(variance + 1e-7);
  for (let n = 0; n < samples.length; n++) samples[n] = (samples[n]! - mean) * scale;
}

const { modelsFolder, turns } = workerData as TurnsThreadData;

async function load(): ReturnType<typeof openSmartTurn> {
  await requireVerified(turns);
  return openSmartTurn(loadOnnxRuntime(modelsFolder), turns.folder);
}

let loading: ReturnType<typeof load> | undefined;

serveJobs<TurnJob, number>(async ({ samples }) => {
  loading ??= load();
  const turnIsOver = await loading;
  return { result: await turnIsOver(samples) };
});
