import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { COMMAND, packageVersion } from '../support/inside.ts';
import { LiveConsumer } from '../support/live-consumer.ts';
import { poll } from '../support/poll.ts';
import { Program } from '../support/program.ts';
import { type Service, startService } from '../support/service.ts';
import {
  characterLines,
  createKnowledgeBase,
  startSession,
  stopSession,
  untilEnded,
} from '../support/service-client.ts';
import { openRelay } from '../support/tcp-relay.ts';

/** A service without workers of its own, and a separate `visavis worker`. They share only one TCP port. */
const TOKEN = 'a-token-for-workers-of-at-least-32-characters';
const PLACES = 2;
/** No conversation uses this provider, but a worker must have it if the service does. */
const PROVIDER = { OPENAI_API_KEY: 'sk-nobody' };
const SETTINGS = { VISAVIS_WORKERS: '0', VISAVIS_WORKER_TOKEN: TOKEN, VISAVIS_VIDEO_FPS: '10', ...PROVIDER };

let service: Service;
const workers: Program[] = [];
const consumers: LiveConsumer[] = [];

beforeAll(async () => {
  service = await startService({ env: SETTINGS });
});
afterEach(() => Promise.all(consumers.splice(0).map((consumer) => consumer.leave())));
afterAll(async () => {
  for (const worker of workers) worker.signal('SIGKILL');
  await Promise.all(workers.map(({ exited }) => exited));
  await service?.dispose();
});

function worker(settings: Record<string, string> = {}, address = service.url): Program {
  const program = new Program(process.execPath, [COMMAND, 'worker', '--service', address], {
    VISAVIS_WORKER_TOKEN: TOKEN,
    VISAVIS_WORKERS: '1',
    VISAVIS_CONVERSATIONS_PER_WORKER: String(PLACES),
    ...PROVIDER,
    ...settings,
  });
  workers.push(program);
  return program;
}

async function arrivedWorker(address?: string): Promise<Program> {
  const program = worker({}, address);
  await program.line(/^Working for .*: up to 2 conversations/);
  return program;
}

async function talk(identity: string, body: object = {}): Promise<{ id: string; consumer: LiveConsumer }> {
  const { session, consumerAccessToken } = await startSession(service, {
    ...body,
    consumerIdentity: { identity, name: identity },
  });
  const consumer = new LiveConsumer(session.avatar!.identity);
  consumers.push(consumer);
  await consumer.join(session.host.serverUrl, consumerAccessToken);
  await consumer.hears(0);
  return { id: session.id, consumer };
}

async function answers(
  consumer: LiveConsumer,
  question = 'How are you?',
  answer = 'I am well',
): Promise<void> {
  const askedAt = performance.now();
  const said = consumer.agentTexts.length;
  await consumer.type(question);
  const isAnswered = () => consumer.agentTexts.slice(said).some((text) => text.includes(answer));
  await consumer.until('an answer', isAnswered);
  await consumer.hears(askedAt);
  // The text precedes its audio, and the transcript only contains text that was heard.
  await consumer.until('the end of the answer', () => consumer.states.at(-1) === 'listening');
}

async function takesNoMore(): Promise<boolean> {
  try {
    const { session } = await startSession(service);
    await stopSession(service, session.id);
    return false;
  } catch (error) {
    expect(error).toMatchObject({ status: 503, code: 'capacity' });
    return true;
  }
}

function knock(query: Record<string, string>, token = TOKEN): WebSocket {
  const url = `${service.url.replace('http', 'ws')}/workers?${new URLSearchParams(query).toString()}`;
  return new WebSocket(url, { headers: { authorization: `Bearer ${token}` } });
}

test('a worker with the wrong token, version or engines is told why and ends', async () => {
  const stranger = worker({ VISAVIS_WORKER_TOKEN: 'another-token-of-at-least-32-characters' });
  expect(await stranger.exited).toBe(1);
  await stranger.line(/refuses this worker: The token of the worker differs from VISAVIS_WORKER_TOKEN/);

  const useless = worker({ OPENAI_API_KEY: '' });
  expect(await useless.exited).toBe(1);
  await useless.line(/refuses this worker: The service uses openai, which is not configured/);

  const statusOf = async (query: Record<string, string>) => {
    const socket = knock(query);
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }];
    socket.on('error', () => undefined).terminate();
    return response.statusCode;
  };
  expect(await statusOf({ version: '0.0.1', name: 'old', capacity: '1' })).toBe(409);
  expect(await statusOf({ version: packageVersion, name: 'x', capacity: 'many' })).toBe(400);
  expect(service.output).not.toContain(TOKEN);
  expect(await takesNoMore()).toBe(true);
});

test('a worker runs a conversation, and malformed messages do no harm; when it is killed, its conversation ends as crashed', async () => {
  const victim = await arrivedWorker();
  const knowledgeBase = await createKnowledgeBase(service, 'Guide', 'The tower of Marlow is 87 metres high.');
  const { id, consumer } = await talk('ada', { knowledgeBase: { id: knowledgeBase } });
  await answers(consumer, 'How high is the tower of Marlow?', '87');

  for (const message of ['{"type":"ready"', Buffer.from([1, 2, 3]), 'x'.repeat(5 * 2 ** 20)]) {
    const socket = knock({ version: packageVersion, name: 'babbler', capacity: '1', engine: 'openai' });
    socket.on('error', () => undefined);
    await once(socket, 'open');
    const closed = once(socket, 'close');
    socket.send(message);
    await closed;
  }
  await answers(consumer);
  await stopSession(service, id);
  const ended = await untilEnded(service, id);
  expect(ended.endReason).toBe('stopped');
  expect(characterLines(ended).join(' ')).toContain('I am well');

  const next = await talk('bob');
  victim.signal('SIGKILL');
  expect(await untilEnded(service, next.id)).toMatchObject({ status: 'error', endReason: 'crashed' });
  expect(await service.client.get('/v3/organizations/concurrency')).toMatchObject({ active: 0 });
  expect(await takesNoMore()).toBe(true);
});

test('a worker that gets SIGTERM finishes its conversations and takes no new ones', async () => {
  const leaver = await arrivedWorker();
  const { id, consumer } = await talk('cyd');
  leaver.signal('SIGTERM');
  await leaver.line(/^Exiting when the last of 1 conversation/);
  await poll('the place to be closed', takesNoMore, Boolean);
  await answers(consumer);
  await stopSession(service, id);
  expect(await leaver.exited).toBe(0);
  expect(await untilEnded(service, id)).toMatchObject({ endReason: 'stopped' });
});

test('a worker whose connection breaks, or whose service restarts, reconnects by itself', async () => {
  // The worker knows the service only by this URL, so its signalling to the room goes through the relay as well.
  const { port } = new URL(service.url);
  const relay = await openRelay('127.0.0.1', Number(port));
  const loyal = await arrivedWorker(`http://127.0.0.1:${relay.port}`);
  const returns = (times: number) =>
    poll(
      `${times} arrivals`,
      () => loyal.lines.filter((line) => line.startsWith('Working for')).length,
      (count) => count === times,
    );
  const lost = await talk('dan');
  relay.cut();
  expect(await untilEnded(service, lost.id)).toMatchObject({ status: 'error', endReason: 'crashed' });
  await lost.consumer.until(
    'the room without avatar',
    () => lost.consumer.room.remoteParticipants.size === 0,
  );
  await returns(2);

  const { id } = await talk('eve');
  // Another process may take the port before the service restarts.
  relay.turnTo(undefined);
  await service.stop();
  service = await startService({ dataDir: service.dataDir, env: SETTINGS });
  relay.turnTo(Number(new URL(service.url).port));
  expect(await untilEnded(service, id)).toMatchObject({ endReason: 'shutdown' });
  await returns(3);
  const last = await talk('fay');
  await answers(last.consumer);

  loyal.signal('SIGTERM');
  await loyal.line(/^Exiting/);
  loyal.signal('SIGTERM');
  expect(await untilEnded(service, last.id)).toMatchObject({ endReason: 'shutdown' });
  expect(await loyal.exited).toBe(0);
  await relay.close();
});
