import { ask, cpuSeconds, startChild, threadMsSince, threadSeconds } from '../support/processes.ts';
import { joining, PUBLISHER, startEmbedded } from '../support/rooms.ts';
import { pause, within } from '../support/scope.ts';

export const MEASURED_MS = 20_000;
/** Long enough for JIT compilation, which is not a cost of conversations. */
export const SETTLE_MS = 15_000;

/** Process, thread, milliseconds of CPU time per second and conversation. */
export type ThreadCost = [process: string, thread: string, ms: number];

/**
 * Measures the cores (1 is a whole one) needed by a number of publishers of pre-rendered frames, with the room server
 * and a subscriber for each.
 */
export function measurePaintedPublishers(count: number): Promise<{ cores: number; threads: ThreadCost[] }> {
  return within(async (scope) => {
    const server = await startEmbedded(scope);
    const [publisher, subscriber] = ['publisher', 'subscriber'].map((name) =>
      startChild(scope, new URL(`../support/${name}.js`, import.meta.url)),
    );
    const places = (identity: string) =>
      Promise.all(Array.from({ length: count }, (_, i) => joining(server, `room-${i}`, identity)));
    await ask(publisher!, { join: await places(PUBLISHER), as: 'painted' });
    await ask(subscriber!, { join: await places('consumer'), talk: 'never' });
    await pause(SETTLE_MS);
    const processes = [
      ['encode-only', publisher!.pid!],
      ['its room server', server.pid],
    ] as const;
    const seconds = () => processes.reduce((sum, [, pid]) => sum + cpuSeconds(pid), 0);
    const [before, threadsBefore] = [seconds(), processes.map(([, pid]) => threadSeconds(pid))];
    await pause(MEASURED_MS);
    const lengthS = MEASURED_MS / 1000;
    return {
      cores: (seconds() - before) / lengthS,
      threads: processes.flatMap(([name, pid], i) =>
        threadMsSince(threadsBefore[i]!, pid, lengthS).map(
          ([thread, ms]): ThreadCost => [name, thread, ms / count],
        ),
      ),
    };
  });
}
