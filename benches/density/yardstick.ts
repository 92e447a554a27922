import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mintToken } from '@visavis/tests/dist/support/room-target.js';
import { startEmbedded } from '../room-server/measured-servers.ts';
import { pause } from '../support/conversation.ts';
import { cpuSeconds, threadMsSince, threadSeconds } from '../support/processes.ts';
import type { Joining } from './painted-publisher.ts';

export const MEASURED_MS = 20_000;
/** Long enough for the compiler of Node: what it does at first is no cost of a conversation. */
export const SETTLE_MS = 15_000;

/** What a number of publishers of painted pictures needs, with the room server and a subscriber for each. */
export interface PaintedPublishers {
  /** Processors; 1 is a whole one. */
  cores: number;
  /** Process, thread, milliseconds of processor time a second and publisher. */
  threads: [string, string, number][];
}

export async function measurePaintedPublishers(count: number): Promise<PaintedPublishers> {
  const server = await startEmbedded();
  const [publisher, subscriber] = [start('./painted-publisher.js'), start('./subscriber.js')];
  try {
    const join = (identity: string) =>
      Promise.all(
        Array.from(
          { length: count },
          async (_, i): Promise<Joining> => ({
            serverUrl: server.target.url,
            token: await mintToken(server.target, `room-${i}`, identity),
          }),
        ),
      );
    for (const [child, identity] of [
      [publisher, 'avatar'],
      [subscriber, 'consumer'],
    ] as const) {
      child.send({ join: await join(identity) });
      await once(child, 'message');
    }
    await pause(SETTLE_MS);
    const seconds = () => cpuSeconds(server.pid) + cpuSeconds(publisher.pid!);
    const before = seconds();
    const processes = [
      ['encode-only', publisher.pid!],
      ['its room server', server.pid],
    ] as const;
    const threadsBefore = processes.map(([, pid]) => threadSeconds(pid));
    await pause(MEASURED_MS);
    const lengthS = MEASURED_MS / 1000;
    return {
      cores: (seconds() - before) / lengthS,
      threads: processes.flatMap(([name, pid], i) =>
        threadMsSince(threadsBefore[i]!, pid, lengthS).map(([thread, ms]): [string, string, number] => [
          name,
          thread,
          ms / count,
        ]),
      ),
    };
  } finally {
    publisher.kill();
    subscriber.kill();
    await server.close();
  }
}

function start(module: string): ChildProcess {
  return fork(new URL(module, import.meta.url), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
}
