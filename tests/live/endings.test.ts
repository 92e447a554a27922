import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { childProcesses, isAlive } from '../support/child-processes.ts';
import { LiveConsumer } from '../support/live-consumer.ts';
import { LONG_GREETING } from '../support/museum.ts';
import { poll } from '../support/poll.ts';
import { readMetric } from '../support/read-metric.ts';
import { type Service, startService } from '../support/service.ts';
import {
  characterLines,
  readConversation,
  startSession,
  stopSession,
  timelineOf,
  timelineTypes,
  untilConversation,
  untilEnded,
} from '../support/service-client.ts';

/** The last test needs these settings: one conversation per worker, and a spare worker for the next one. */
const ONE_EACH = { VISAVIS_WORKERS: '3', VISAVIS_CONVERSATIONS_PER_WORKER: '1' };

let service: Service;
const consumers: LiveConsumer[] = [];
beforeAll(async () => {
  service = await startService();
});
afterEach(async () => {
  await Promise.all(consumers.splice(0).map((consumer) => consumer.leave()));
  for await (const { id, status } of service.client.list('/v3/conversations'))
    if (status === 'running') await stopSession(service, id);
});
afterAll(() => service?.dispose());

/** Lasts more than a minute, so that it is not over before a test on a busy machine interrupts it. */
const GREETING = `${LONG_GREETING} `.repeat(4).trim();
const talkative = { agent: { provider: 'gemini', name: 'Guide', greetingMsg: GREETING } };

async function join(started: { avatar: string; url: string; token: string }): Promise<LiveConsumer> {
  const consumer = new LiveConsumer(started.avatar);
  consumers.push(consumer);
  await consumer.join(started.url, started.token);
  return consumer;
}

async function start(body: object = {}) {
  const { session, consumerAccessToken } = await startSession(service, body);
  const { id, avatar, host } = session;
  return { id, avatar: avatar!.identity, url: host.serverUrl, token: consumerAccessToken };
}

/** Starts a conversation and waits until its avatar speaks a long greeting. */
async function speaking(body: object = {}) {
  const started = await start({ ...talkative, ...body });
  const consumer = await join(started);
  await consumer.hears(0);
  await consumer.until('some words', () => (consumer.agentTexts[0] ?? '').length > 10);
  return { ...started, consumer };
}

const countActive = async () => (await service.client.get('/v3/organizations/concurrency')).active;

/** Checks that the conversation continues: a question is answered aloud. */
async function answers(consumer: LiveConsumer): Promise<void> {
  const askedAt = performance.now();
  await consumer.type('How are you?');
  await consumer.until('an answer', () => consumer.agentTexts.some((text) => /I am well/.test(text)));
  await consumer.hears(askedAt);
}

test('stopped by the API in mid-sentence: ends at once, records what was heard, and removes all participants', async () => {
  const { id, consumer } = await speaking();
  const answer = await stopSession(service, id);
  expect(answer).toMatchObject({ status: 'ended', endReason: 'stopped' });
  expect(await countActive()).toBe(0);
  await consumer.until('the last event', () => consumer.events.at(-1)?.type === 'ended');
  expect(consumer.events.at(-1)).toMatchObject({ reason: 'stopped' });
  await consumer.until('the closed room', () => consumer.disconnectedBecause === 'ROOM_DELETED');
  const record = await untilConversation(service, id, 'the last words', (it) => it.transcript.length > 0);
  const [line] = characterLines(record);
  expect(GREETING.startsWith(line!)).toBe(true);
  expect(line!.length).toBeLessThan(GREETING.length);
  expect(timelineTypes(record).at(-1)).toBe('ended');
  // A second stop is not an error and changes nothing.
  expect(await stopSession(service, id)).toMatchObject({ status: 'ended', endedAt: answer.endedAt });
});

test('the consumer hangs up: the record says who left, what was cut off and why it ended', async () => {
  const { id, consumer } = await speaking();
  await consumer.leave();
  const record = await untilEnded(service, id);
  expect(record).toMatchObject({ status: 'ended', endReason: 'consumer_left' });
  expect(timelineTypes(record).slice(-3)).toEqual(['consumer_left', 'interruption', 'ended']);
});

test('a second join with the same identity replaces the first, in the same conversation', async () => {
  const { consumer, ...started } = await speaking();
  const second = await join(started);
  await consumer.until('to be replaced', () => consumer.disconnectedBecause !== undefined);
  expect(consumer.disconnectedBecause).toBe('DUPLICATE_IDENTITY');
  await second.until('pictures', () => second.frames.length > 5);
  await answers(second);
  const record = await readConversation(service, started.id);
  expect(record.status).toBe('running');
  expect(timelineOf(record, 'greeting')).toHaveLength(1);
  expect(timelineOf(record, 'reconnected')).toHaveLength(1);
});

test('Ctrl-C: conversations end with the reason shutdown, in the record too, and no process is left', async () => {
  const { id, consumer } = await speaking();
  const children = childProcesses(service.child.pid!);
  // Ctrl-C in a terminal also reaches the workers; they must leave the shutdown to the service.
  for (const pid of children) process.kill(pid, 'SIGINT');
  expect(await service.stop('SIGINT')).toBe(0);
  await consumer.until('the last event', () => consumer.events.some(({ type }) => type === 'ended'));
  expect(consumer.events.find(({ type }) => type === 'ended')).toMatchObject({ reason: 'shutdown' });
  await expect.poll(() => children.filter(isAlive)).toHaveLength(0);

  await consumers.pop()!.leave();
  service = await startService({ dataDir: service.dataDir, env: ONE_EACH });
  const record = await readConversation(service, id);
  expect(record).toMatchObject({ status: 'ended', endReason: 'shutdown' });
  expect(GREETING.startsWith(characterLines(record)[0]!)).toBe(true);
  expect(timelineTypes(record).at(-1)).toBe('ended');
  expect(await countActive()).toBe(0);
});

test('a worker dies in mid-sentence: its conversation ends as crashed, others continue, the next one starts', async () => {
  await poll('a quiet service', countActive, (count) => count === 0);
  const other = await speaking({ consumerIdentity: { identity: 'other', name: 'Other' } });
  const metric = (name: string) => readMetric(service, `visavis_worker${name}`);
  const workers = async () => ({
    ready: await metric('s{state="ready"}'),
    all: await metric('s'),
    taken: await metric('_places_taken'),
    pids: childProcesses(service.child.pid!),
  });
  // One worker has the first conversation, and the other, which is ready, gets the second, so each worker has one.
  const { pids } = await poll(
    'a worker for the next conversation',
    workers,
    ({ ready, all, taken, pids }) => ready === 2 && all === 2 && taken === 1 && pids.length === 2,
  );
  const lost = await speaking();
  expect(await metric('_places_taken')).toBe(2);
  process.kill(pids[0]!, 'SIGKILL');
  const ended = await Promise.race([untilEnded(service, lost.id), untilEnded(service, other.id)]);
  const [dead, alive] = ended.id === lost.id ? [lost, other] : [other, lost];
  expect(ended).toMatchObject({ status: 'error', endReason: 'crashed' });
  expect(timelineTypes(ended).at(-1)).toBe('ended');
  await dead.consumer.until('the closed room', () => dead.consumer.disconnectedBecause !== undefined);
  expect(await countActive()).toBe(1);
  expect((await readConversation(service, alive.id)).status).toBe('running');
  await answers(alive.consumer);

  const next = await speaking({ consumerIdentity: { identity: 'next', name: 'Next' } });
  expect((await readConversation(service, next.id)).status).toBe('running');
  await answers(next.consumer);
});
