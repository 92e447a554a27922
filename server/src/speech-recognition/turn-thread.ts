import { workerData } from 'node:worker_threads';
import { loadOnnxRuntime } from '../models/runtime/onnx-runtime.ts';
import { serveJobs } from '../models/runtime/serve-jobs.ts';
import { requireVerified } from '../models/store/model-folder.ts';
import type { TurnJob, TurnsThreadData } from './thread-messages.ts';
import { openSmartTurn } from './turns/smart-turn.ts';

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
