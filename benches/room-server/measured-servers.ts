import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { findLivekitServer, startLivekitServer } from '@visavis/tests/dist/support/livekit-server.js';
import type { RoomTarget } from '@visavis/tests/dist/support/room-target.js';

export interface MeasuredServer {
  readonly name: string;
  readonly pid: number;
  readonly target: RoomTarget;
  close(): Promise<void>;
}

const API_KEY = 'benchkey';
const API_SECRET = 'a-secret-of-at-least-32-characters';

export async function startEmbedded(): Promise<MeasuredServer> {
  const entry = fileURLToPath(new URL('./room-server-process.js', import.meta.url));
  const child = fork(entry, [API_KEY, API_SECRET]);
  const [port] = (await once(child, 'message')) as [number];
  return {
    name: 'embedded',
    pid: child.pid!,
    target: { url: `ws://127.0.0.1:${port}`, apiKey: API_KEY, apiSecret: API_SECRET },
    close: async () => {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/** @returns undefined when there is no LiveKit server on this machine. */
export async function startReal(): Promise<MeasuredServer | undefined> {
  if (findLivekitServer() === undefined) return undefined;
  return { name: 'livekit-server', ...(await startLivekitServer()) };
}
