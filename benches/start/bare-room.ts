import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mintToken } from '@visavis/tests/dist/support/room-target.js';
import type { Joining } from '../density/painted-publisher.ts';
import { type MeasuredServer, startEmbedded, startReal } from '../room-server/measured-servers.ts';

const ROOM = 'bare';

export interface BareRoom {
  /** Of the room's server. */
  readonly server: string;
  /** What a consumer joins with. */
  consumer(): Promise<Joining>;
  close(): Promise<void>;
}

/**
 * A room in which a participant has been publishing for a while: a new one waits only for connection, key frame and decoder.
 * At LiveKit's server where there is one on this machine, else at the embedded one.
 */
export async function openBareRoom(): Promise<BareRoom> {
  const server: MeasuredServer = (await startReal()) ?? (await startEmbedded());
  const joining = async (identity: string): Promise<Joining> => ({
    serverUrl: server.target.url,
    token: await mintToken(server.target, ROOM, identity),
  });
  const publisher = fork(new URL('../density/painted-publisher.js', import.meta.url), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  publisher.send({ join: [await joining('avatar')] });
  await once(publisher, 'message');
  return {
    server: server.name,
    consumer: () => joining('consumer'),
    close: async () => {
      publisher.kill();
      await server.close();
    },
  };
}
