import { type StartThread, startModelThread } from '../models/runtime/model-thread.ts';
import { type InstalledModel, ModelFolder } from '../models/store/model-folder.ts';
import type { TurnJudge } from './recognizer.ts';
import { MAX_WAITING, type TurnJob, type TurnsThreadData } from './thread-messages.ts';

/** Smart Turn in its own thread, so that it does not wait for a transcription. It loads with the first request. */
export function startTurnJudge(
  dataDir: string,
  turns: InstalledModel,
  startThread: StartThread = startModelThread,
): TurnJudge {
  const thread = startThread<TurnJob, number>({
    entry: new URL('./turn-thread.js', import.meta.url),
    data: { modelsFolder: new ModelFolder(dataDir).path, turns } satisfies TurnsThreadData,
    name: 'the end-of-turn model',
    maxWaiting: MAX_WAITING,
  });
  return {
    turnIsOver: (samples, { signal } = {}) => thread.run({ samples }, { ...(signal && { signal }) }),
    warm: async () => {
      await thread.run({ samples: new Float32Array(0) });
    },
    close: () => thread.close(),
  };
}
