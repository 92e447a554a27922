import { workerData } from 'node:worker_threads';
import { loadOnnxRuntime } from '../models/runtime/onnx-runtime.ts';
import { serveJobs } from '../models/runtime/serve-jobs.ts';
import { requireVerified } from '../models/store/model-folder.ts';
import type { Transcription } from './recognizer.ts';
import type { RecognizerJob, RecognizerThreadData } from './thread-messages.ts';
import { WhisperModel } from './whisper/whisper-model.ts';

const { modelsFolder, recognizer } = workerData as RecognizerThreadData;

async function load(): Promise<WhisperModel> {
  await requireVerified(recognizer);
  return WhisperModel.open(loadOnnxRuntime(modelsFolder), recognizer.folder);
}

let loading: Promise<WhisperModel> | undefined;

serveJobs<RecognizerJob, Transcription>(async (job, signal) => {
  loading ??= load();
  const whisper = await loading;
  if (job.kind === 'transcribe')
    return { result: await whisper.transcribe(job.samples, job.language, signal) };
  // The first runs of a session are slow, so one is done before a consumer waits for it.
  return { result: await whisper.transcribe(new Float32Array(0), 'en') };
});
