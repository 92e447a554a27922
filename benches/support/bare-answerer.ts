import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mintToken } from '@visavis/tests/dist/support/room-target.js';
import type { Joining } from '../density/painted-publisher.ts';
import { startEmbedded } from '../room-server/measured-servers.ts';

/** The identity of the participant that answers. */
export const ANSWERER = 'answerer';
const ROOM = 'bare';

export interface BareAnswerer {
  /** What a consumer joins with. */
  consumer(): Promise<Joining>;
  /** When it last began to answer, in milliseconds since the epoch. */
  readonly answeredAt: number | undefined;
  close(): Promise<void>;
}

/** A room of the embedded server in which a text is answered with a tone at once; see `bare-answerer-process.ts`. */
export async function openBareAnswerer(): Promise<BareAnswerer> {
  const server = await startEmbedded();
  const joining = async (identity: string): Promise<Joining> => ({
    serverUrl: server.target.url,
    token: await mintToken(server.target, ROOM, identity),
  });
  const child = fork(new URL('./bare-answerer-process.js', import.meta.url), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let answeredAt: number | undefined;
  child.send(await joining(ANSWERER));
  await once(child, 'message');
  child.on('message', (message: { answeredAt: number }) => {
    answeredAt = message.answeredAt;
  });
  return {
    consumer: () => joining('consumer'),
    get answeredAt() {
      return answeredAt;
    },
    close: async () => {
      child.kill();
      await server.close();
    },
  };
}
