/** Entry point of the model thread that embeds texts. */
import { workerData } from 'node:worker_threads';
import { loadOnnxRuntime } from '../../models/runtime/onnx-runtime.ts';
import { serveJobs } from '../../models/runtime/serve-jobs.ts';
import { type InstalledModel, requireVerified } from '../../models/store/model-folder.ts';
import { SentenceModel } from './sentence-model.ts';

export interface EmbeddingThreadData {
  modelsFolder: string;
  model: InstalledModel;
}

const { modelsFolder, model } = workerData as EmbeddingThreadData;

async function load(): Promise<SentenceModel> {
  await requireVerified(model);
  return SentenceModel.open(loadOnnxRuntime(modelsFolder), model);
}

let loading: Promise<SentenceModel> | undefined;

serveJobs<string, Float32Array>(async (text) => {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return { result: await (await loading).embed(text) };
});
