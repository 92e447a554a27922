import { startModelThread, ThreadBusy } from '../models/runtime/model-thread.ts';
import { type InstalledModel, ModelFolder } from '../models/store/model-folder.ts';
import { RECOGNITION_RATE, type SpeechDetector } from './recognizer.ts';
import type { SpeechJob } from './thread-messages.ts';
import { SILERO_FRAME } from './turns/silero.ts';

const FRAME_MS = (1000 * SILERO_FRAME) / RECOGNITION_RATE;
/** Of all streams together; a thread that is this far behind is of no use. */
const MAX_WAITING = 64;

/** Silero in a thread of its own, for any number of streams. It loads with the first sound. */
export function startSpeechDetector(dataDir: string, turns: InstalledModel): SpeechDetector {
  const thread = startModelThread<SpeechJob, number[]>({
    entry: new URL('./speech-thread.js', import.meta.url),
    data: { modelsFolder: new ModelFolder(dataDir).path, turns },
    name: 'the detector of speech',
    maxWaiting: MAX_WAITING,
  });
  let count = 0;
  return {
    open(onFrame, onLost) {
      let stream = ++count;
      let rest = new Float32Array(0);
      let sentMs = 0;
      let lost = false;
      const lose = (error: Error) => {
        if (lost) return;
        lost = true;
        onLost(error.message);
      };
      const forget = () => void thread.run({ kind: 'forget', stream }).catch(() => undefined);
      return {
        push(samples) {
          if (lost) return;
          const all = new Float32Array(rest.length + samples.length);
          all.set(rest);
          all.set(samples, rest.length);
          const whole = all.length - (all.length % SILERO_FRAME);
          rest = all.slice(whole);
          if (whole === 0) return;
          const frames = all.slice(0, whole);
          const fromMs = sentMs;
          const asked = stream;
          sentMs += (whole / SILERO_FRAME) * FRAME_MS;
          thread.run({ kind: 'frames', stream, samples: frames }, { transfer: [frames.buffer] }).then(
            (probabilities) => {
              if (lost || asked !== stream) return;
              for (const [n, probability] of probabilities.entries())
                onFrame(probability, fromMs + (n + 1) * FRAME_MS);
            },
            (error: Error) => {
              // Sound that is late is left out; what comes next is judged all the same.
              if (!(error instanceof ThreadBusy)) lose(error);
            },
          );
        },
        reset() {
          forget();
          stream = ++count;
          rest = new Float32Array(0);
          sentMs = 0;
        },
        close() {
          lost = true;
          forget();
        },
      };
    },
    close: () => thread.close(),
  };
}
