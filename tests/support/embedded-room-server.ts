import { startRoomServer } from '@visavis/server/dist/room-server/start-room-server.js';
import type { RoomTarget } from './room-target.ts';

const apiKey = 'testkey';
const apiSecret = 'a-secret-of-at-least-32-characters';

/** The embedded room server with generous defaults, for tests. */
export async function startEmbeddedRooms(): Promise<{ target: RoomTarget; close(): Promise<void> }> {
  const server = await startRoomServer({ apiKey, apiSecret, logLevel: 'silent' });
  server.on('crashed', (error) => {
    throw error;
  });
  return { target: { url: `ws://127.0.0.1:${server.port}`, apiKey, apiSecret }, close: () => server.close() };
}
