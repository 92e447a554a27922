import { workerData } from 'node:worker_threads';
import { loadOnnxRuntime } from '../models/runtime/onnx-runtime.ts';
import { serveJobs } from '../models/runtime/serve-jobs.ts';
import { requireVerified } from '../models/store/model-folder.ts';
import type { SpeechJob, TurnsThreadData } from './thread-messages.ts';
import { SILERO_FRAME, Silero, type SileroStream } from './turns/silero.ts';

const { modelsFolder, turns } = workerData as TurnsThreadData;
/** Streams in the order of use, the most recently used last. */
const streams = new Map<string, SileroStream>();
/** A limit, because nobody closes the streams of a process that died. */
const MAX_STREAMS = 500;

async function load(): Promise<Silero> {
  await requireVerified(turns);
  return Silero.open(loadOnnxRuntime(modelsFolder), turns.folder);
}

let loading: Promise<Silero> | undefined;

serveJobs<SpeechJob, number[]>(async (job) => {
  loading ??= load();
  const silero = await loading;
  if (job.kind === 'forget') streams.delete(job.stream);
  if (job.kind !== 'frames') return { result: [] };
  const stream = streams.get(job.stream) ?? silero.openStream();
  streams.delete(job.stream);
  streams.set(job.stream, stream);
  if (streams.size > MAX_STREAMS) streams.delete(streams.keys().next().value!);
  const result: number[] = [];
  for (let at = 0; at + SILERO_FRAME <= job.samples.length; at += SILERO_FRAME)
    result.push(await stream.judge(job.samples.subarray(at, at + SILERO_FRAME)));
  return { result };
});
