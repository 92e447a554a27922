import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mintToken } from '@visavis/tests/dist/support/room-target.js';
import type { Joining, ToPublisher } from '../density/painted-publisher.ts';
import { type MeasuredServer, startEmbedded, startReal } from '../room-server/measured-servers.ts';

const ROOM = 'bare';

export interface BareRoom {
  /** Of the room's server. */
  readonly server: string;
  /** What a consumer joins with. */
  consumer(): Promise<Joining>;
  /** The other participant goes on to send. */
  goOn(): void;
  /** It stops to send, so that it takes no processor time from what is measured beside it. It stays in the room. */
  rest(): void;
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
  const tell = (message: ToPublisher) => publisher.send(message);
  tell({ join: [await joining('avatar')] });
  await once(publisher, 'message');
  return {
    server: server.name,
    consumer: () => joining('consumer'),
    goOn: () => tell({ sends: true }),
    rest: () => tell({ sends: false }),
    close: async () => {
      publisher.kill();
      await server.close();
    },
  };
}
