import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import {
  JoinResponse,
  ParticipantInfo,
  Room,
  RoomUpdate,
  SessionDescription,
  SignalResponse,
  TrickleRequest,
} from '@livekit/protocol';
import { createVisavisClient } from '@visavis/client';
import { WebSocketServer } from 'ws';
import { DEADLINE_MS } from '../../support/deadlines.ts';
import { hostToken } from '../../support/host-token.ts';
import { defineScenario } from '../../support/hostile/scenario.ts';
import { LiveConsumer } from '../../support/live-consumer.ts';
import { TEST_API_KEY } from '../../support/service.ts';
import { startSession } from '../../support/service-client.ts';

const ADMIN_TOKEN = 'an-admin-token-for-hostile-tests';

const join = (over: Partial<JoinResponse> = {}) => {
  const room = new Room({ sid: 'RM_1', name: 'their-room' });
  const participant = new ParticipantInfo({ sid: 'PA_1', identity: 'avatar' });
  return new JoinResponse({ room, participant, pingInterval: 5, pingTimeout: 15, ...over });
};
/** Each of these message sequences crashes a process in which the native client receives it. */
const SAYINGS: SignalResponse['message'][][] = [
  [{ case: 'join', value: join({ pingInterval: 0 }) }],
  [
    { case: 'join', value: join() },
    { case: 'answer', value: new SessionDescription({ type: 'answer', sdp: 'x' }) },
  ],
  [
    { case: 'join', value: join() },
    { case: 'answer', value: new SessionDescription({ type: 'x' }) },
  ],
  [
    { case: 'join', value: join() },
    { case: 'roomUpdate', value: new RoomUpdate() },
  ],
  [
    { case: 'join', value: join() },
    { case: 'trickle', value: new TrickleRequest({ candidateInit: '{"candidate":""}' }) },
  ],
];

interface Given {
  serverUrl: string;
  token: string;
  avatar: string;
  [name: string]: string;
}

/** Starts a conversation per sequence, in a room on a server that sends it. Resolves when all have been sent. */
async function beHostile(url: string): Promise<void> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = createVisavisClient({ baseUrl: url, apiKey: TEST_API_KEY });
  for (const [index, messages] of SAYINGS.entries()) {
    const connected = once(server, 'connection');
    await client.post('/v1/sessions', {
      body: {
        name: `Hostile ${index}`,
        avatar: { identity: 'maya', name: 'Maya' },
        host: { serverUrl: `ws://127.0.0.1:${port}`, accessToken: hostToken() },
        remoteAgentConnectingIdentity: { identity: 'their-agent' },
      },
    });
    const [socket] = await connected;
    for (const message of messages) socket.send(new SignalResponse({ message }).toBinary());
  }
}

export const scenario = defineScenario<Given, boolean>({
  title: 'hostile room servers of one tenant end no conversation of another',
  env: { VISAVIS_ADMIN_TOKEN: ADMIN_TOKEN, VISAVIS_VIDEO_FPS: '10', VISAVIS_PRIVATE_ADDRESSES: 'true' },
  memoryMiB: 600,
  async prepare(service) {
    const admin = createVisavisClient({ baseUrl: service.url, adminToken: ADMIN_TOKEN });
    const { id } = await admin.post('/admin/organizations', { body: { name: 'Of somebody else' } });
    const { key: apiKey } = await admin.post('/admin/organizations/{id}/keys', { path: { id }, body: {} });
    const client = createVisavisClient({ baseUrl: service.url, apiKey });
    const { session, consumerAccessToken } = await startSession({ client } as typeof service);
    const { serverUrl } = session.host;
    return { serverUrl, token: consumerAccessToken, avatar: session.avatar!.identity };
  },
  async attack({ url, given }) {
    const consumer = new LiveConsumer(given.avatar);
    await consumer.join(given.serverUrl, given.token);
    await consumer.until('the greeting', () => consumer.states.includes('speaking'), DEADLINE_MS);
    await beHostile(url);
    await consumer.until('silence', () => consumer.states.at(-1) === 'listening', DEADLINE_MS);
    const said = consumer.states.length;
    await consumer.type('What can I see here?');
    await consumer.until('an answer', () => consumer.states.slice(said).includes('speaking'), DEADLINE_MS);
    await consumer.leave();
    return true;
  },
  check: (isAnswered) => assert.ok(isAnswered),
});
