/** A process of the API that is stopped in order: its remote worker takes its conversations to the other process. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePorts } from '../support/free-ports.ts';
import { COMMAND } from '../support/inside.ts';
import { LiveConsumer } from '../support/live-consumer.ts';
import { startLivekitServer } from '../support/livekit-server.ts';
import { needs } from '../support/needs.ts';
import { poll } from '../support/poll.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { Program } from '../support/program.ts';
import { type Service, startService } from '../support/service.ts';
import { readConversation, startSession, stopSession, untilEnded } from '../support/service-client.ts';
import { openBalancer, type TcpRelay } from '../support/tcp-relay.ts';

const WAIT_MS = 60_000;
const WORKER_TOKEN = 'a-token-of-at-least-32-characters-for-workers';

let postgres: TestPostgres;
let livekit: Awaited<ReturnType<typeof startLivekitServer>>;
let dataDir: string;
let ports: number[];
let balancer: TcpRelay;
const workers: Program[] = [];
const services: Service[] = [];
const consumers: LiveConsumer[] = [];

const startApi = async (at: number) => {
  const { url, apiKey, apiSecret } = livekit.target;
  services[at] = await startService({
    dataDir,
    env: {
      PORT: String(ports[at]),
      DATABASE_URL: postgres.url,
      LIVEKIT_URL: url,
      LIVEKIT_API_KEY: apiKey,
      LIVEKIT_API_SECRET: apiSecret,
      VISAVIS_WORKER_TOKEN: WORKER_TOKEN,
      VISAVIS_WORKERS: '0',
      VISAVIS_DRAIN_SECONDS: '120',
      VISAVIS_VIDEO_FPS: '10',
    },
  });
};

async function startWorker() {
  const worker = new Program(
    process.execPath,
    [COMMAND, 'worker', '--service', `http://127.0.0.1:${balancer.port}`],
    {
      VISAVIS_WORKER_TOKEN: WORKER_TOKEN,
      VISAVIS_WORKERS: '1',
      VISAVIS_CONVERSATIONS_PER_WORKER: '3',
    },
  );
  workers.push(worker);
  await worker.line(/^Working for /);
}

const isReady = async ({ url }: Service) =>
  (await fetch(`${url}/readyz`).catch(() => undefined))?.status === 200;

/** The process that has the worker. */
async function home(): Promise<number> {
  return poll(
    'the worker at one of the processes',
    async () => (await Promise.all(services.map(isReady))).indexOf(true),
    (at) => at >= 0,
    WAIT_MS,
  );
}

const isLastWarning = (event: LiveConsumer['events'][number]) =>
  event.type === 'warning' && event.code === 'service_ending';

async function answers(consumer: LiveConsumer, question: string, answer: string): Promise<void> {
  const askedAt = performance.now();
  await consumer.type(question);
  await consumer.until('an answer', () => consumer.agentTexts.some((text) => text.includes(answer)), WAIT_MS);
  await consumer.hears(askedAt, WAIT_MS);
}

needs('PostgreSQL', 'livekit-server').describe('conversations of a process that stops', () => {
  beforeAll(async () => {
    [postgres, livekit, dataDir, ports] = await Promise.all([
      startPostgres(),
      startLivekitServer(),
      mkdtemp(join(tmpdir(), 'visavis-handed-over-')),
      freePorts(2),
    ]);
    balancer = await openBalancer('127.0.0.1', ports);
    for (const at of [0, 1]) await startApi(at);
    await startWorker();
  });
  afterAll(async () => {
    await Promise.all(consumers.map((consumer) => consumer.leave()));
    for (const worker of workers) worker.signal('SIGKILL');
    await Promise.all(workers.map(({ exited }) => exited));
    await Promise.all(services.map((service) => service.stop('SIGKILL')));
    await balancer?.close();
    await livekit?.close();
    await postgres?.stop();
    if (dataDir) await rm(dataDir, { recursive: true, force: true });
  });

  test('a conversation goes on at the other process, through two changes, and its transcript is whole', {
    timeout: 240_000,
  }, async () => {
    const first = await home();
    const other = 1 - first;
    const { session, consumerAccessToken } = await startSession(services[first]!, {
      consumerIdentity: { identity: 'ada', name: 'Ada' },
    });
    const consumer = new LiveConsumer(session.avatar!.identity);
    consumers.push(consumer);
    await consumer.join(session.host.serverUrl, consumerAccessToken!);
    await consumer.hears(0, WAIT_MS);
    await answers(consumer, 'How are you?', 'I am well');

    // Ends as soon as the worker has moved, long before the 120 s that it may wait for conversations.
    await services[first]!.stop('SIGTERM');
    expect(await home()).toBe(other);
    await answers(consumer, 'Thank you.', 'You are welcome');

    // What starts again looks for conversations of processes that are gone.
    await startApi(first);
    expect((await readConversation(services[first]!, session.id)).status).toBe('running');
    await services[other]!.stop('SIGTERM');
    expect(await home()).toBe(first);
    await answers(consumer, 'Who are you?', 'stand-in');

    expect(consumer.events.filter(isLastWarning)).toEqual([]);
    await stopSession(services[first]!, session.id);
    const ended = await untilEnded(services[first]!, session.id, WAIT_MS);
    expect(ended).toMatchObject({ status: 'ended', endReason: 'stopped' });
    const { transcript } = await readConversation(services[first]!, session.id);
    const said = transcript.map(({ content }) => content);
    for (const [question, answer] of [
      ['How are you?', 'I am well'],
      ['Thank you.', 'You are welcome'],
      ['Who are you?', 'stand-in'],
    ] as const) {
      const at = said.findIndex((text) => text.includes(question));
      expect(at, said.join('\n')).toBeGreaterThan(0);
      expect(said[at + 1]).toContain(answer);
    }
    expect(new Set(transcript.map(({ id }) => id)).size).toBe(transcript.length);
    expect(transcript.filter(({ author }) => author === 'user')).toHaveLength(3);
  });

  test('a worker that finds no other process stays, and its conversations are told and end with the process', {
    timeout: 120_000,
  }, async () => {
    const last = await home();
    const { session, consumerAccessToken } = await startSession(services[last]!, {
      consumerIdentity: { identity: 'ada', name: 'Ada' },
    });
    const consumer = new LiveConsumer(session.avatar!.identity);
    consumers.push(consumer);
    await consumer.join(session.host.serverUrl, consumerAccessToken!);
    await consumer.hears(0, WAIT_MS);
    const stopped = services[last]!.stop('SIGTERM');
    await consumer.until('the warning', () => consumer.events.some(isLastWarning), WAIT_MS);
    await answers(consumer, 'How are you?', 'I am well');
    await consumer.leave();
    await stopped;
    await startApi(last);
    expect(await untilEnded(services[last]!, session.id, WAIT_MS)).toMatchObject({
      endReason: 'consumer_left',
    });
  });

  test('a process that starts beside one with two workers gets one of them, though both converse', {
    timeout: 240_000,
  }, async () => {
    const first = await home();
    const other = 1 - first;
    await services[other]!.stop('SIGTERM');
    await startWorker();
    const talks: [string, LiveConsumer][] = [];
    for (const identity of ['ada', 'bob']) {
      const { session, consumerAccessToken } = await startSession(services[first]!, {
        consumerIdentity: { identity, name: identity },
      });
      const consumer = new LiveConsumer(session.avatar!.identity);
      consumers.push(consumer);
      talks.push([session.id, consumer]);
      await consumer.join(session.host.serverUrl, consumerAccessToken!);
      await consumer.hears(0, WAIT_MS);
    }
    await startApi(other);
    await poll(
      'a worker at each of the processes',
      () => Promise.all(services.map(isReady)),
      (ready) => ready.every(Boolean),
      WAIT_MS,
    );
    for (const [id, consumer] of talks) {
      await answers(consumer, 'How are you?', 'I am well');
      await stopSession(services[other]!, id);
      expect(await untilEnded(services[first]!, id, WAIT_MS)).toMatchObject({ endReason: 'stopped' });
    }
    for (const service of services)
      expect(await (await fetch(`${service.url}/metrics`)).text()).toMatch(/^visavis_worker_places 3$/m);
  });
});
