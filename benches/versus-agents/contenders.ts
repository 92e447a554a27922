import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '@visavis/server/dist/config.js';
import { ModelFolder } from '@visavis/server/dist/models/store/model-folder.js';
import { Program } from '@visavis/tests/dist/support/program.js';
import { roomService } from '@visavis/tests/dist/support/room-target.js';
import { galleryOf, startConversation, stopConversation } from '../support/conversation.ts';
import type { Joining } from '../support/joining.ts';
import { joining, type RoomServer, startEmbedded, startReal } from '../support/rooms.ts';
import { type Scope, temporaryFolder } from '../support/scope.ts';
import { startService } from '../support/service.ts';
import { installNode, installPython } from './install.ts';

const INSTRUCTIONS = 'You answer questions of visitors, in a sentence or two.';
const GREETING = 'Hello, it is good to see you.';
/** Timeout for the registration of its worker, on a busy machine. */
const START_MS = 300_000;

export interface Opened extends Joining {
  close(): Promise<unknown>;
}

export interface Contender {
  name: string;
  version: string;
  /** Root processes of the contender, including its room server; their children belong to it. */
  roots: number[];
  hasFace: boolean;
  /** Opens a conversation; `isSeen`: whether it has a face, if the contender supports that. */
  open: (isSeen: boolean) => Promise<Opened>;
}

export type Rooms = 'embedded' | 'livekit';

async function startRooms(scope: Scope, rooms: Rooms): Promise<RoomServer> {
  const server = rooms === 'livekit' ? await startReal(scope) : await startEmbedded(scope);
  if (!server) throw new Error('there is no livekit-server on this machine');
  return server;
}

/** Starts Visavis with the speech models of the configured data directory, as users install them. */
export async function startVisavis(scope: Scope, baseUrl: string, rooms: Rooms): Promise<Contender> {
  const { dataDir } = readConfig();
  const models = new ModelFolder(dataDir);
  const [judge] = await models.installed('turns');
  const own = await temporaryFolder(scope);
  if (judge) await symlink(models.path, join(own, 'models'));
  // The embedded room server runs in a thread of the service.
  const real = rooms === 'livekit' ? await startRooms(scope, rooms) : undefined;
  const service = await startService(
    scope,
    {
      ...Object.fromEntries(
        ['LLM', 'STT', 'TTS'].flatMap((part) => [
          [`${part}_BASE_URL`, baseUrl],
          [`${part}_MODEL`, 'local'],
        ]),
      ),
      // Unsets settings of tests that users do not have.
      VISAVIS_WORKERS: '',
      VISAVIS_CONVERSATIONS_PER_WORKER: '',
      ...(real && {
        LIVEKIT_URL: real.target.url,
        LIVEKIT_API_KEY: real.target.apiKey,
        LIVEKIT_API_SECRET: real.target.apiSecret,
      }),
    },
    own,
  );
  const { client } = service;
  const fields = { instructions: INSTRUCTIONS, greetingMsg: GREETING };
  // The pipeline answers for a provider without a key.
  const agents = await Promise.all(
    [false, true].map((video) =>
      client.post('/v1/agents', { body: { provider: 'gemini', video, ...fields } }),
    ),
  );
  const avatar = (await galleryOf(client))[0]!;
  return {
    name: 'Visavis',
    version: `${judge ? 'with' : 'without'} a model that hears whether a turn is over`,
    hasFace: true,
    roots: [service.child.pid!, ...(real ? [real.pid] : [])],
    open: async (isSeen) => {
      const started = await startConversation(client, avatar, { agent: { id: agents[Number(isSeen)]!.id } });
      return { ...started, close: () => stopConversation(client, started.id) };
    },
  };
}

const AGENTS = {
  python: { name: 'LiveKit Agents, Python', install: installPython },
  node: { name: 'LiveKit Agents, Node', install: installNode },
};
export type Against = keyof typeof AGENTS;

/** Starts a LiveKit Agents worker as in production, with its own room server. */
export async function startAgents(
  scope: Scope,
  kind: Against,
  baseUrl: string,
  rooms: Rooms,
  isNewest: boolean,
): Promise<Contender> {
  const { name, install } = AGENTS[kind];
  const { program, args, version } = await install(isNewest);
  const server = await startRooms(scope, rooms);
  const worker = new Program(program, [...args, 'start'], {
    LIVEKIT_URL: server.target.url,
    LIVEKIT_API_KEY: server.target.apiKey,
    LIVEKIT_API_SECRET: server.target.apiSecret,
    OPENAI_BASE_URL: baseUrl,
    OPENAI_API_KEY: 'sk-local',
    INSTRUCTIONS,
    GREETING,
  });
  scope.later(() => worker.stop());
  await worker.line(/registered worker/, START_MS);
  let opened = 0;
  return {
    name,
    version,
    hasFace: false,
    roots: [worker.pid, server.pid],
    open: async () => {
      const room = `versus-${opened++}`;
      const close = () => roomService(server.target).deleteRoom(room);
      return { ...(await joining(server, room, 'consumer')), close };
    },
  };
}
