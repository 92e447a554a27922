import type { Room } from '@livekit/rtc-node';
import { withTimeout } from '../../lib/timeout.ts';

/** How long the room server may take for each step of entering: the connection, and the tracks. */
export const CONNECT_TIMEOUT_MS = 15_000;

/** Connects. We subscribe by hand so that the consumer's camera is not sent here and decoded in vain. */
export async function enterRoom(room: Room, url: string, token: string): Promise<void> {
  const connecting = room.connect(url, token, { autoSubscribe: false, dynacast: false });
  await withTimeout(connecting, CONNECT_TIMEOUT_MS, 'the room server did not answer');
}
