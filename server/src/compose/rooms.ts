import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { AgentDispatchClient, RoomServiceClient } from 'livekit-server-sdk';
import type { Config } from '../config.ts';
import type { Rooms } from '../domain/conversations/live-ports.ts';
import type { InstanceSecrets } from '../instance-secrets.ts';
import { allInOrder } from '../lib/all-in-order.ts';
import type { Logger } from '../lib/logger.ts';
import { StartupError } from '../lib/startup-error.ts';
import { agentPatienceMs, createAgentStarter } from '../media/room/agent-starter.ts';
import { createRoomTokens } from '../media/room/room-tokens.ts';
import type { RoomUpstream } from '../room-server/room-proxy.ts';
import { startRoomServer } from '../room-server/start-room-server.ts';
import type { RoomServerStats } from '../room-server/thread-messages.ts';

/** The last transcript and events of an ended conversation may still be on their way to its consumer. */
const LINGER_MS = 2000;
/**
 * How long a room remains after its conversation if no worker has reported that it has left; a live worker reports much
 * earlier. If a room is deleted while the avatar publishes a track, the worker's native client ends the whole worker
 * process; after this time the client has given up publishing.
 */
const LEAVE_MS = 20_000;
const CHECK_MS = 1_500;

type LiveKitConfig = NonNullable<Config['livekit']>;

export interface ComposedRooms {
  rooms: Rooms;
  /** The embedded room server; absent if a LiveKit server is used. */
  embedded: (RoomUpstream & { mediaPort: number; addresses: readonly string[] }) | undefined;
  /**
   * Called when the worker has left the room of an ended conversation, or (`isLeaving`) is about to: remaining
   * participants are removed shortly after.
   */
  workerLeft(conversationId: string, isLeaving: boolean): void;
  /** How often the embedded room server has crashed and was restarted. */
  crashes(): number;
  /** Load of the embedded room server; `undefined` if a LiveKit server is used. */
  stats(): Promise<RoomServerStats | undefined>;
  /** Returns why rooms cannot be joined now; `undefined` if they can. Rejects if the server does not respond. */
  check(): Promise<string | undefined>;
  close(): Promise<void>;
}

/**
 * @param onCrash called when the embedded room server has crashed: all participants were disconnected and can reconnect
 * shortly
 */
export async function composeRooms(
  config: Pick<Config, 'livekit' | 'media'>,
  secrets: InstanceSecrets,
  log: Logger,
  onCrash: () => void,
): Promise<ComposedRooms> {
  const { livekit } = config;
  // `visavis rooms` prints the address and secret of the embedded server as LIVEKIT_…: a service started in a shell
  // with these settings must still start that server.
  if (livekit && livekit.apiSecret !== secrets.roomApiSecret) return liveKitRooms(livekit, log);
  return startEmbeddedRooms(config.media, secrets, log, onCrash);
}

/** Uses the rooms of a LiveKit server or cluster. */
function liveKitRooms({ apiKey, apiSecret, ...livekit }: LiveKitConfig, log: Logger): ComposedRooms {
  const url = livekit.url.replace(/^http/, 'ws');
  const httpUrl = url.replace(/^ws/, 'http');
  const service = new RoomServiceClient(httpUrl, apiKey, apiSecret);
  const deleteAfter = roomDeleter(service, log);
  return {
    rooms: {
      ...createRoomTokens({ apiKey, apiSecret, workerUrl: url, clientUrl: url }),
      startAgent: createAgentStarter(
        new AgentDispatchClient(httpUrl, apiKey, apiSecret),
        agentPatienceMs.livekit,
      ),
      open: (name, _, seconds) => createRoom(service, name, seconds, log),
      close: (name) => deleteAfter(name, LEAVE_MS),
    },
    embedded: undefined,
    workerLeft: (name, isLeaving) => deleteAfter(name, isLeaving ? LEAVE_MS : LINGER_MS),
    crashes: () => 0,
    stats: async () => undefined,
    check: async () => {
      await fetch(httpUrl, { method: 'HEAD', signal: AbortSignal.timeout(CHECK_MS) });
      return undefined;
    },
    close: async () => undefined,
  };
}

/** Starts the embedded room server. */
async function startEmbeddedRooms(
  media: Config['media'],
  { roomApiKey: apiKey, roomApiSecret: apiSecret }: InstanceSecrets,
  log: Logger,
  onCrash: () => void,
): Promise<ComposedRooms> {
  const server = await startRoomServer({
    apiKey,
    apiSecret,
    admittedOnly: true,
    publicIps: await resolveAddresses(media.publicIps),
    ...(media.turn && { turn: media.turn }),
    ...(media.ports && { udpPorts: media.ports }),
    logLevel: 'warn',
  });
  // The service's rooms are named after their conversation.
  server.on('log', (level, message, { room, ...fields }) =>
    log[level]({ ...fields, ...(room !== undefined && { conversationId: room }) }, message),
  );
  let crashes = 0;
  server.on('crashed', (error) => {
    crashes += 1;
    log.error(
      { event: 'room_server.crashed', err: error },
      'the room server stopped unexpectedly and is being restarted; its clients reconnect',
    );
    onCrash();
  });
  const { port, filter, mediaPort, addresses } = server;
  const httpUrl = `http://127.0.0.1:${port}`;
  const deleteAfter = roomDeleter(new RoomServiceClient(httpUrl, apiKey, apiSecret), log);
  return {
    rooms: {
      // Local workers use the room server's own port, remote ones the service's.
      ...createRoomTokens({ apiKey, apiSecret, workerUrl: './' }),
      startAgent: createAgentStarter(
        new AgentDispatchClient(httpUrl, apiKey, apiSecret),
        agentPatienceMs.embedded,
      ),
      open: (name, organizationId, _seconds, isOfEndUser) => server.admit(name, organizationId, isOfEndUser),
      close: (name) => {
        void server.seal(name);
        deleteAfter(name, LEAVE_MS);
      },
    },
    embedded: { port, filter, mediaPort, addresses },
    workerLeft: (name, isLeaving) => deleteAfter(name, isLeaving ? LEAVE_MS : LINGER_MS),
    crashes: () => crashes,
    stats: () => server.stats(),
    check: async () => {
      await server.stats();
      return undefined;
    },
    close: () => server.close(),
  };
}

/** Resolves names once, at the start, because clients accept no DNS names as media addresses. */
export async function resolveAddresses(
  namesAndAddresses: readonly string[],
  lookUp: typeof lookUpAll = lookUpAll,
): Promise<string[]> {
  const resolved = namesAndAddresses.map(async (name) => {
    if (isIP(name) !== 0) return [name];
    const found = await lookUp(name).catch(() => {
      throw new StartupError(
        `the host name ${name} in VISAVIS_PUBLIC_IP cannot be resolved`,
        'Set it to the internet address of this machine, or add a DNS record for that name.',
      );
    });
    return found.map(({ address }) => address);
  });
  return (await allInOrder(resolved)).flat();
}

const lookUpAll = (name: string): Promise<{ address: string }[]> => lookup(name, { all: true });

/** Deletes rooms by conversation id after a delay. A caller's own room is not found, and is not ours to close. */
function roomDeleter(service: RoomServiceClient, log: Logger): (name: string, ms: number) => void {
  return (name, ms) => {
    setTimeout(() => {
      service
        .deleteRoom(name)
        .catch((error: unknown) =>
          log.debug(
            { event: 'room.not_deleted', err: error, conversationId: name },
            'the service could not delete a room',
          ),
        );
    }, ms).unref();
  };
}

/**
 * With `room.auto_create: false` in the LiveKit server's settings, a token alone creates no room, so it is useless once
 * the room was deleted. Otherwise the first join would create the room again.
 */
async function createRoom(
  service: RoomServiceClient,
  name: string,
  seconds: number,
  log: Logger,
): Promise<void> {
  try {
    await service.createRoom({ name, emptyTimeout: seconds, departureTimeout: seconds });
  } catch (error) {
    log.warn(
      { event: 'room.not_created', err: error, conversationId: name },
      'the LiveKit server did not create the room of a conversation',
    );
  }
}
