import { RoomServiceClient } from 'livekit-server-sdk';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { RoomTokens } from './domain/conversations/live-ports.ts';
import type { InstanceSecrets } from './instance-secrets.ts';
import { createRoomTokens } from './media/room/room-tokens.ts';
import { startRoomServer } from './room-server/start-room-server.ts';

/** The last words and events of an ended conversation are still on their way to its consumer. */
const LINGER_MS = 2000;

export interface ComposedRooms {
  tokens: RoomTokens;
  /** Where the embedded room server listens; absent where a LiveKit server has the rooms. */
  embedded: { port: number; mediaPort: number; addresses: readonly string[] } | undefined;
  /** A conversation is over: whoever is still in its room is sent away after a moment. */
  conversationEnded(conversationId: string): void;
  close(): Promise<void>;
}

export async function composeRooms(
  config: Pick<Config, 'livekit' | 'media'>,
  secrets: InstanceSecrets,
  log: Logger,
): Promise<ComposedRooms> {
  const { livekit, media } = config;
  if (livekit) {
    const { apiKey, apiSecret } = livekit;
    const url = livekit.url.replace(/^http/, 'ws');
    const tokens = createRoomTokens({ apiKey, apiSecret, workerUrl: url, clientUrl: url });
    const ended = roomCloser(new RoomServiceClient(url.replace(/^ws/, 'http'), apiKey, apiSecret), log);
    return { tokens, embedded: undefined, conversationEnded: ended, close: async () => undefined };
  }
  const { roomApiKey: apiKey, roomApiSecret: apiSecret } = secrets;
  const server = await startRoomServer({
    apiKey,
    apiSecret,
    publicIps: media.publicIps,
    ...(media.ports && { udpPorts: media.ports }),
    logLevel: 'warn',
  });
  server.on('log', (level, message, fields) => log[level]({ ...fields }, message));
  const { port, mediaPort, addresses } = server;
  // A worker reaches them where it reaches the service: here at their own port, elsewhere at the service's.
  const tokens = createRoomTokens({ apiKey, apiSecret, workerUrl: './' });
  return {
    tokens,
    embedded: { port, mediaPort, addresses },
    conversationEnded: roomCloser(new RoomServiceClient(`http://127.0.0.1:${port}`, apiKey, apiSecret), log),
    close: () => server.close(),
  };
}

/** Rooms of ours are named after their conversation; a caller's own room is not ours to close, and not found. */
function roomCloser(service: RoomServiceClient, log: Logger): (conversationId: string) => void {
  return (conversationId) => {
    setTimeout(() => {
      service
        .deleteRoom(conversationId)
        .catch((error: unknown) => log.debug({ err: error, conversationId }, 'a room was not closed'));
    }, LINGER_MS).unref();
  };
}
