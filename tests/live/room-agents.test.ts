import { once } from 'node:events';
import {
  AvailabilityResponse,
  JobStatus,
  type JobType,
  RegisterWorkerRequest,
  ServerMessage,
  WorkerMessage,
} from '@livekit/protocol';
import { dispose } from '@livekit/rtc-node';
import { AccessToken, AgentDispatchClient } from 'livekit-server-sdk';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { LIVE_TIMEOUTS } from '../support/deadlines.ts';
import { type EmbeddedRooms, startEmbeddedRooms } from '../support/embedded-room-server.ts';
import { NodeClient } from '../support/node-client.ts';
import { mintToken, until } from '../support/room-target.ts';

vi.setConfig(LIVE_TIMEOUTS);

let rooms: EmbeddedRooms;
const opened: { close(): unknown }[] = [];

beforeAll(async () => {
  rooms = await startEmbeddedRooms();
});
afterEach(async () => {
  for (const resource of opened.splice(0)) await resource.close();
});
afterAll(async () => {
  await rooms?.close();
  await dispose();
});

/** A worker of LiveKit Agents, as far as its wire goes: registers, and takes jobs under an identity. */
async function openWorker(agentName: string, accept = true) {
  const token = new AccessToken(rooms.target.apiKey, rooms.target.apiSecret);
  token.addGrant({ agent: true });
  const socket = new WebSocket(`${rooms.target.url}/agent`, {
    headers: { authorization: `Bearer ${await token.toJwt()}` },
  });
  opened.push({ close: () => socket.terminate() });
  const received: ServerMessage['message'][] = [];
  const send = (message: WorkerMessage['message']) => socket.send(new WorkerMessage({ message }).toBinary());
  socket.on('message', (data: Buffer) => {
    const { message } = ServerMessage.fromBinary(data);
    received.push(message);
    if (message.case !== 'availability') return;
    const value = new AvailabilityResponse({
      jobId: message.value.job!.id,
      available: accept,
      participantIdentity: `${agentName}-1`,
      participantAttributes: { mood: 'calm' },
    });
    send({ case: 'availability', value });
  });
  await once(socket, 'open');
  send({ case: 'register', value: new RegisterWorkerRequest({ type: 0 as JobType, agentName }) });
  const find = <C extends string>(kind: C) =>
    received.find((message) => message.case === kind) as
      | Extract<ServerMessage['message'], { case: C }>
      | undefined;
  await until('registration', () => find('register') !== undefined);
  return { find, socket };
}

const dispatchClient = () =>
  new AgentDispatchClient(
    rooms.target.url.replace(/^ws/, 'http'),
    rooms.target.apiKey,
    rooms.target.apiSecret,
  );

async function join(room: string, identity: string, token?: string): Promise<NodeClient> {
  const client = await NodeClient.connect(
    rooms.target.url,
    token ?? (await mintToken(rooms.target, room, identity)),
  );
  opened.push(client);
  return client;
}

test('a worker is started for a room by name; its job ends when its agent leaves', async () => {
  const unwilling = await openWorker('guide', false);
  const worker = await openWorker('guide');
  const other = await openWorker('somebody-else');
  const client = dispatchClient();
  const dispatch = await client.createDispatch('museum', 'guide', { metadata: '{"tour":7}' });
  await until('the assignment', () => worker.find('assignment') !== undefined);
  const { job, token } = worker.find('assignment')!.value;
  expect(job).toMatchObject({ dispatchId: dispatch.id, agentName: 'guide', metadata: '{"tour":7}' });
  expect(job!.room!.name).toBe('museum');
  expect(unwilling.find('assignment')).toBeUndefined();
  expect(other.find('availability')).toBeUndefined();

  const visitor = await join('museum', 'visitor');
  const agent = await join('museum', 'guide-1', token);
  await until('the agent', () => visitor.room.remoteParticipants.has('guide-1'));
  const seen = visitor.room.remoteParticipants.get('guide-1')!;
  expect(seen.attributes).toEqual({ mood: 'calm', 'lk.agent_name': 'guide' });
  // Beside it there is the one for workers without a name.
  const listed = await client.getDispatch(dispatch.id, 'museum');
  expect(listed!.state!.jobs.map(({ state }) => state!.status)).toEqual([JobStatus.JS_RUNNING]);

  await agent.close();
  await until('the end of the job', () => worker.find('termination') !== undefined);
  expect(worker.find('termination')!.value.jobId).toBe(job!.id);
});

test('a token names the agents of the room that it opens, and how the room is made', async () => {
  const worker = await openWorker('host');
  const token = new AccessToken(rooms.target.apiKey, rooms.target.apiSecret, { identity: 'ada' });
  token.addGrant({ roomJoin: true, room: 'parlour' });
  const { RoomAgentDispatch, RoomConfiguration } = await import('@livekit/protocol');
  const agents = [new RoomAgentDispatch({ agentName: 'host', metadata: 'tea' })];
  token.roomConfig = new RoomConfiguration({ metadata: 'blue', maxParticipants: 1, agents });
  const ada = await join('parlour', 'ada', await token.toJwt());
  expect(ada.room.metadata).toBe('blue');
  await until('the offer of a job', () => worker.find('availability') !== undefined);
  expect(worker.find('availability')!.value.job!.metadata).toBe('tea');
  const full = mintToken(rooms.target, 'parlour', 'bob').then((own) =>
    NodeClient.connect(rooms.target.url, own),
  );
  await expect(full).rejects.toThrow();
});

test('without a token for workers nobody registers', async () => {
  const token = await mintToken(rooms.target, 'museum', 'visitor');
  const socket = new WebSocket(`${rooms.target.url}/agent?access_token=${token}`);
  const [request, response] = (await once(socket, 'unexpected-response')) as [
    unknown,
    { statusCode: number },
  ];
  expect(request).toBeDefined();
  expect(response.statusCode).toBe(401);
  socket.on('error', () => undefined);
  socket.terminate();
});
