import { randomUUID } from 'node:crypto';
import { MODEL_RATE } from '../audio/sample-rates.ts';
import {
  type StartThread,
  startModelThread,
  ThreadBusy,
  ThreadLost,
} from '../models/runtime/model-thread.ts';
import { type InstalledModel, ModelFolder } from '../models/store/model-folder.ts';
import type { SpeechDetector } from './recognizer.ts';
import type { SpeechJob } from './thread-messages.ts';
import { SILERO_FRAME } from './turns/silero.ts';

const FRAME_MS = (1000 * SILERO_FRAME) / MODEL_RATE;
/** Maximum waiting jobs of all streams together; each stream has one at a time. */
const MAX_WAITING = 64;
/** Maximum waiting samples of one stream, ten seconds: older audio is left out. */
const MAX_WAITING_SAMPLES = 10 * MODEL_RATE;

/**
 * Audio with less than this mean square (-60 dB of full scale) is silence, whatever the model would find in it. Muted
 * microphones and browsers that suppress noise send it, most of the time.
 */
const SILENT_POWER = 1e-6;
/** The model judges this much silence (320 ms) at the end of speech, and has then forgotten the speech. */
const JUDGED_SILENT_FRAMES = 10;

/** Starts Silero in its own thread, for any number of streams. It loads with the first audio. */
export function startSpeechDetector(
  dataDir: string,
  turns: InstalledModel,
  startThread: StartThread = startModelThread,
): SpeechDetector {
  const thread = startThread<SpeechJob, number[]>({
    entry: new URL('./speech-thread.js', import.meta.url),
    data: { modelsFolder: new ModelFolder(dataDir).path, turns },
    name: 'the speech detector',
    maxWaiting: MAX_WAITING,
  });
  // Other processes may have streams in the same thread.
  const instanceId = randomUUID();
  let count = 0;
  return {
    open(onFrame, onLost) {
      const stream = `${instanceId}:${++count}`;
      /** Audio that waits for the running job. It becomes one job, so that a late thread catches up at once. */
      let waiting = new Float32Array(0);
      let sentMs = 0;
      let silentFrames = 0;
      let isRunning = false;
      let lost = false;
      const reportLost = (error: Error) => {
        if (lost) return;
        lost = true;
        onLost(error.message);
      };
      const runJob = (job: SpeechJob) => void thread.run(job).catch(() => undefined);
      const sendFrames = () => {
        const whole = waiting.length - (waiting.length % SILERO_FRAME);
        if (isRunning || lost || whole === 0) return;
        const samples = waiting.slice(0, whole);
        waiting = waiting.slice(whole);
        const fromMs = sentMs;
        const frames = whole / SILERO_FRAME;
        sentMs += frames * FRAME_MS;
        const wasSilent = silentFrames >= JUDGED_SILENT_FRAMES;
        silentFrames = isSilence(samples) ? silentFrames + frames : 0;
        if (wasSilent && silentFrames > 0) {
          for (let n = 1; n <= frames; n++) onFrame(0, fromMs + n * FRAME_MS);
          return;
        }
        isRunning = true;
        thread
          .run({ kind: 'frames', stream, samples }, { transfer: [samples.buffer] })
          .then(
            (probabilities) => {
              if (lost) return;
              for (const [n, probability] of probabilities.entries())
                onFrame(probability, fromMs + (n + 1) * FRAME_MS);
            },
            (error: Error) => {
              // Audio that is too late, or was lost with a thread that died, is left out; later audio is still judged.
              if (!(error instanceof ThreadBusy || error instanceof ThreadLost)) reportLost(error);
            },
          )
          .finally(() => {
            isRunning = false;
            sendFrames();
          });
      };
      // Loads the model before the first speech.
      runJob({ kind: 'open', stream });
      return {
        push(samples) {
          if (lost) return;
          const skipped = Math.max(0, waiting.length + samples.length - MAX_WAITING_SAMPLES);
          const left = waiting.subarray(Math.min(skipped, waiting.length));
          const all = new Float32Array(left.length + samples.length);
          all.set(left);
          all.set(samples, left.length);
          sentMs += ((waiting.length - left.length) * 1000) / MODEL_RATE;
          waiting = all;
          sendFrames();
        },
        close() {
          lost = true;
          runJob({ kind: 'forget', stream });
        },
      };
    },
    close: () => thread.close(),
  };
}

function isSilence(samples: Float32Array): boolean {
  let energy = 0;
  for (let at = 0; at < samples.length; at++) energy += samples[at]! ** 2;
  return energy < SILENT_POWER * samples.length;
}
