import { once } from 'node:events';
import {
  AvailabilityResponse,
  JobStatus,
  type JobType,
  RegisterWorkerRequest,
  ServerMessage,
  UpdateWorkerStatus,
  WorkerMessage,
  WorkerPing,
  WorkerStatus,
} from '@livekit/protocol';
import { AccessToken, AgentDispatchClient, type VideoGrant } from 'livekit-server-sdk';
import { afterEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { LIVE_TIMEOUTS } from '../support/deadlines.ts';
import { startEmbeddedRooms } from '../support/embedded-room-server.ts';
import { NodeClient } from '../support/node-client.ts';
import { mintToken, roomService, until } from '../support/room-target.ts';
import { useStarted } from '../support/use-service.ts';

vi.setConfig(LIVE_TIMEOUTS);

const rooms = useStarted(startEmbeddedRooms, (it) => it.close());
const opened: { close(): unknown }[] = [];

afterEach(async () => {
  for (const resource of opened.splice(0)) await resource.close();
});

/** Connects a worker of LiveKit Agents at protocol level: it registers, and accepts jobs under an identity. */
async function openWorker(agentName: string, accept = true, { url, apiKey, apiSecret } = rooms.target) {
  const token = new AccessToken(apiKey, apiSecret);
  token.addGrant({ agent: true });
  const socket = new WebSocket(`${url}/agent`, {
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
  /** Reports the worker's status and load. Resolves when the server has processed the report. */
  const tell = async (status: WorkerStatus, load: number) => {
    send({ case: 'updateWorker', value: new UpdateWorkerStatus({ status, load }) });
    send({ case: 'ping', value: new WorkerPing() });
    await until('the answer', () => find('pong') !== undefined);
  };
  return { find, tell };
}

const dispatchClient = ({ url, apiKey, apiSecret } = rooms.target) =>
  new AgentDispatchClient(url.replace(/^ws/, 'http'), apiKey, apiSecret);

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
  // Besides this dispatch there is one for workers without a name.
  const listed = await client.getDispatch(dispatch.id, 'museum');
  expect(listed!.state!.jobs.map(({ state }) => state!.status)).toEqual([JobStatus.JS_RUNNING]);

  await agent.close();
  await until('the end of the job', () => worker.find('termination') !== undefined);
  expect(worker.find('termination')!.value.jobId).toBe(job!.id);
});

test('a worker on a busy machine takes a job unless it reports that it is full', async () => {
  const [full, busy] = [await openWorker('porter'), await openWorker('porter')];
  await full.tell(WorkerStatus.WS_FULL, 0);
  await busy.tell(WorkerStatus.WS_AVAILABLE, 1);
  await dispatchClient().createDispatch('lobby', 'porter');
  await until('the assignment', () => busy.find('assignment') !== undefined);
  expect(full.find('availability')).toBeUndefined();
});

test('a room that only a conversation can open starts agents by name only; a room that nobody could join is not created', async () => {
  const admitting = await startEmbeddedRooms({ admittedOnly: true });
  opened.push(admitting);
  const { target, server } = admitting;
  const nameless = await openWorker('', true, target);
  const named = await openWorker('scribe', true, target);
  const client = dispatchClient(target);
  const create = roomService(target).createRoom({ name: 'talk' });
  await expect(create).rejects.toMatchObject({ code: 'failed_precondition', status: 412 });
  await expect(client.createDispatch('talk', 'scribe')).rejects.toMatchObject({ status: 412 });
  await server.admit('talk', 'org-1');
  const ada = await NodeClient.connect(target.url, await mintToken(target, 'talk', 'ada'));
  opened.push(ada);
  await client.createDispatch('talk', 'scribe');
  await until('the assignment', () => named.find('assignment') !== undefined);
  expect(nameless.find('availability')).toBeUndefined();
});

test('a token names the agents of the room that it opens, and the settings of the room', async () => {
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

const tokenWith = (grant: VideoGrant) => {
  const token = new AccessToken(rooms.target.apiKey, rooms.target.apiSecret, { identity: 'visitor' });
  token.addGrant(grant);
  return token.toJwt();
};

test.each([
  ['of a visitor', { roomJoin: true, room: 'museum' }],
  ['of a job', { roomJoin: true, room: 'museum', agent: true }],
  ['for a room', { room: 'museum', agent: true }],
  ['for every room', { roomJoin: true, agent: true }],
])('nobody can register as a worker with a token %s', async (_kind, grant) => {
  const token = await tokenWith(grant);
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
