import { ConnectionState, type Room } from '@livekit/rtc-node';
import { withTimeout } from '../../lib/timeout.ts';
import { stopListening } from './own-events.ts';

/** How long to wait for tracks to be unpublished: a room whose server is gone never answers. */
const UNPUBLISH_TIMEOUT_MS = 500;

/**
 * Leaves a room so that nothing of it stays in the process; by itself rtc-node keeps (0.13.35, native part 0.12.80):
 * - all of a room in which an RPC method is registered (https://github.com/livekit/rust-sdks/pull/1437);
 * - tracks, until their objects are collected as garbage, which may be long after;
 * - a listener for a room that the server has closed, which is asked about every event of the process.
 *
 * @param methods the RPC methods registered there
 */
export async function leaveRoom(room: Room, methods: Iterable<string>): Promise<void> {
  const local = room.localParticipant;
  for (const method of methods) local?.unregisterRpcMethod(method);
  if (local && room.connectionState === ConnectionState.CONN_CONNECTED) {
    const tracks = [...local.trackPublications.keys()];
    const unpublished = Promise.all(tracks.map((sid) => local.unpublishTrack(sid, false)));
    await withTimeout(unpublished, UNPUBLISH_TIMEOUT_MS, 'taking the tracks back').catch(() => undefined);
  }
  await room.disconnect();
  stopListening(room);
  room.removeAllListeners();
}
