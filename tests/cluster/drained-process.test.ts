/** Tests an orderly stop of an API process: its conversations continue, and its workers move to the other process. */
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
import { startSession, stopSession, untilEnded } from '../support/service-client.ts';
import { openBalancer, type TcpRelay } from '../support/tcp-relay.ts';

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
      VISAVIS_DRAIN_SECONDS: '900',
      VISAVIS_VIDEO_FPS: '10',
    },
  });
};

async function startWorker() {
  const worker = new Program(
    process.execPath,
    [COMMAND, 'worker', '--service', `http://127.0.0.1:${balancer.port}`],
    { VISAVIS_WORKER_TOKEN: WORKER_TOKEN, VISAVIS_WORKERS: '1', VISAVIS_CONVERSATIONS_PER_WORKER: '3' },
  );
  workers.push(worker);
  await worker.line(/^Working for /);
}

const isReady = async ({ url }: Service) =>
  (await fetch(`${url}/readyz`).catch(() => undefined))?.status === 200;

const untilReady = (at: number) => poll('the process to be ready', () => isReady(services[at]!), Boolean);

const placesOf = async (at: number) =>
  Number(
    /^visavis_worker_places (\d+)$/m.exec(await (await fetch(`${services[at]!.url}/metrics`)).text())?.[1],
  );

/** Returns the index of the process to which the worker is connected. */
async function home(): Promise<number> {
  return poll(
    'the worker at one of the processes',
    async () => (await Promise.all(services.map(isReady))).indexOf(true),
    (at) => at >= 0,
  );
}

const isLastWarning = (event: LiveConsumer['events'][number]) =>
  event.type === 'warning' && event.code === 'service_ending';

async function answers(consumer: LiveConsumer, question: string, answer: string): Promise<void> {
  const askedAt = performance.now();
  await consumer.type(question);
  await consumer.until('an answer', () => consumer.agentTexts.some((text) => text.includes(answer)));
  await consumer.hears(askedAt);
}

needs('PostgreSQL', 'livekit-server').describe('conversations of a process that stops', () => {
  beforeAll(async () => {
    [postgres, livekit, dataDir, ports] = await Promise.all([
      startPostgres(),
      startLivekitServer(),
      mkdtemp(join(tmpdir(), 'visavis-drained-')),
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

  const converse = async (at: number, identity: string) => {
    const { session, consumerAccessToken } = await startSession(services[at]!, {
      consumerIdentity: { identity, name: identity },
    });
    const consumer = new LiveConsumer(session.avatar!.identity);
    consumers.push(consumer);
    await consumer.join(session.host.serverUrl, consumerAccessToken!);
    await consumer.hears(0);
    return { id: session.id, consumer };
  };

  test('its conversation continues until it ends by itself, while the other process gets the idle worker', {
    timeout: 900_000,
  }, async () => {
    const first = await home();
    const other = 1 - first;
    const { id, consumer } = await converse(first, 'ada');
    await startWorker();
    const stopped = services[first]!.stop('SIGTERM');
    await consumer.until('the warning', () => consumer.events.some(isLastWarning));
    await answers(consumer, 'How are you?', 'I am well');
    // The idle worker moves to the other process at once, if it is not there already.
    await untilReady(other);
    const { id: elsewhere } = await converse(other, 'bob');
    await stopSession(services[other]!, elsewhere);

    await consumer.leave();
    await stopped;
    expect(await untilEnded(services[other]!, id)).toMatchObject({ endReason: 'consumer_left' });
    expect((await untilEnded(services[other]!, elsewhere)).endReason).toBe('stopped');
    await expect.poll(() => placesOf(other)).toBe(6);
  });

  test('a process that starts beside one with two workers gets one of them, even if both run conversations', {
    timeout: 900_000,
  }, async () => {
    const first = await home();
    const other = 1 - first;
    const [ada, bob] = [await converse(first, 'ada'), await converse(first, 'bob')];
    await startApi(other);
    await answers(ada.consumer, 'How are you?', 'I am well');
    await answers(bob.consumer, 'How are you?', 'I am well');
    for (const { id } of [ada, bob]) {
      await stopSession(services[other]!, id);
      expect(await untilEnded(services[first]!, id)).toMatchObject({ endReason: 'stopped' });
    }
    await untilReady(other);
    await untilReady(first);
    expect(await Promise.all([first, other].map(placesOf))).toEqual([3, 3]);
  });
});
