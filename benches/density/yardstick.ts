import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mintToken } from '@visavis/tests/dist/support/room-target.js';
import { startEmbedded } from '../room-server/measured-servers.ts';
import { pause } from '../support/conversation.ts';
import { cpuSeconds } from '../support/processes.ts';
import type { Joining } from './painted-publisher.ts';

export const MEASURED_MS = 20_000;
export const SETTLE_MS = 6_000;

/**
 * How many processors this number of publishers of painted pictures needs, with the room server and a subscriber for
 * each.
 */
export async function coresOfPaintedPublishers(count: number): Promise<number> {
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
    await pause(MEASURED_MS);
    return ((seconds() - before) * 1000) / MEASURED_MS;
  } finally {
    publisher.kill();
    subscriber.kill();
    await server.close();
  }
}

function start(module: string): ChildProcess {
  return fork(new URL(module, import.meta.url), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
}
