import { workerData } from 'node:worker_threads';
import { loadOnnxRuntime } from '../models/runtime/onnx-runtime.ts';
import { serveJobs } from '../models/runtime/serve-jobs.ts';
import { requireVerified } from '../models/store/model-folder.ts';
import type { RecognizerJob, RecognizerThreadData } from './thread-messages.ts';
import { openSmartTurn } from './turns/smart-turn.ts';
import { WhisperModel } from './whisper/whisper-model.ts';

const { modelsFolder, recognizer, turns } = workerData as RecognizerThreadData;

async function load() {
  await requireVerified(recognizer, turns);
  const runtime = loadOnnxRuntime(modelsFolder);
  const whisper = await WhisperModel.open(runtime, recognizer.folder);
  return { whisper, turnIsOver: await openSmartTurn(runtime, turns.folder) };
}

let loading: ReturnType<typeof load> | undefined;

serveJobs<RecognizerJob, unknown>(async (job) => {
  loading ??= load();
  const { whisper, turnIsOver } = await loading;
  if (job.kind === 'turn') return { result: await turnIsOver(job.samples) };
  if (job.kind === 'transcribe') return { result: await whisper.transcribe(job.samples, job.language) };
  // The first runs of a session are slow, so they are made before a consumer waits for them.
  await turnIsOver(new Float32Array(0));
  return { result: await whisper.transcribe(new Float32Array(0), 'en') };
});
