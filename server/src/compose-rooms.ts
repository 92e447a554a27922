import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { RoomTokens } from './domain/conversations/live-ports.ts';
import type { InstanceSecrets } from './instance-secrets.ts';
import { createRoomTokens } from './media/room/room-tokens.ts';
import { startRoomServer } from './room-server/start-room-server.ts';

export interface ComposedRooms {
  tokens: RoomTokens;
  /** Where the embedded room server listens; absent where a LiveKit server has the rooms. */
  embedded: { port: number; mediaPort: number; addresses: readonly string[] } | undefined;
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
    return { tokens, embedded: undefined, close: async () => undefined };
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
  const tokens = createRoomTokens({ apiKey, apiSecret, workerUrl: `ws://127.0.0.1:${port}` });
  return { tokens, embedded: { port, mediaPort, addresses }, close: () => server.close() };
}
