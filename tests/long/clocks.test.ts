import { setTimeout } from 'node:timers/promises';
import { dispose } from '@livekit/rtc-node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { childProcesses } from '../support/child-processes.ts';
import { LiveConsumer } from '../support/live-consumer.ts';
import { type Service, startService } from '../support/service.ts';
import {
  readConversation,
  startSession,
  stopSession,
  untilConversation,
  untilEnded,
} from '../support/service-client.ts';
import { createShiftedClock, type ShiftedClock } from '../support/shifted-clock.ts';

const WAIT_MS = 60_000;
const HOUR = 3600;
/** Longer than the service needs to notice a dead worker, so that it has looked more than once. */
const WATCHED_MS = 12_000;
/** Longer than a worker may be silent, shorter than a consumer may be away. */
const SUSPENDED_MS = 18_000;

let clock: ShiftedClock;
let service: Service;
const consumers: LiveConsumer[] = [];
beforeAll(async () => {
  clock = await createShiftedClock();
  service = await startService({ env: { ...clock.env, VISAVIS_VIDEO_FPS: '10' } });
}, 180_000);
afterEach(async () => {
  await Promise.all(consumers.splice(0).map((consumer) => consumer.leave()));
  await clock.shift(0);
});
afterAll(async () => {
  await service?.dispose();
  await clock?.dispose();
  await dispose();
});

/** A conversation that has begun, and since when (`performance.now`) it has lasted. */
async function converse(maxDuration = 300) {
  const { session, consumerAccessToken } = await startSession(service, { maxDuration });
  const consumer = new LiveConsumer(session.avatar!.identity);
  consumers.push(consumer);
  await consumer.join(session.host.serverUrl, consumerAccessToken);
  const began = performance.now();
  await consumer.until('the greeting', () => consumer.agentTexts.length > 0, WAIT_MS);
  return { id: session.id, session, consumer, began, token: consumerAccessToken };
}

async function answers(consumer: LiveConsumer): Promise<void> {
  const before = consumer.agentTexts.length;
  await consumer.type('What is 20 + 22?');
  const isAnswered = () => consumer.agentTexts.slice(before).some((text) => text.includes('42'));
  await consumer.until('an answer', isAnswered, WAIT_MS);
}

async function secondsOf(id: string): Promise<number> {
  const { joinedAt, endedAt } = await readConversation(service, id);
  return (Date.parse(endedAt!) - Date.parse(joinedAt!)) / 1000;
}

test.each([
  ['ahead', HOUR],
  ['back', -HOUR],
])(
  'the clock is put %s an hour: who talks goes on talking, comes back, and is charged for what it lasted',
  async (_, shift) => {
    const { id, session, consumer, began, token } = await converse();
    await clock.shift(shift);
    await setTimeout(WATCHED_MS);
    await answers(consumer);
    expect((await readConversation(service, id)).status).toBe('running');

    await consumer.leave();
    const again = new LiveConsumer(session.avatar!.identity);
    consumers.push(again);
    await again.join(session.host.serverUrl, token);
    await untilConversation(service, id, 'the return', ({ timeline }) =>
      timeline.some(({ type }) => type === 'reconnected'),
    );

    expect(await stopSession(service, id)).toMatchObject({ status: 'ended', endReason: 'stopped' });
    const lasted = (performance.now() - began) / 1000;
    const seconds = await secondsOf(id);
    expect(seconds).toBeGreaterThanOrEqual(WATCHED_MS / 1000);
    expect(Math.abs(lasted - seconds)).toBeLessThan(3);
    expect(service.output).not.toMatch(/conversation worker is gone|the reaper failed/);
  },
  180_000,
);

test('the clock is put ahead and back: a conversation still lasts as long as agreed', async () => {
  const { id, began } = await converse(12);
  await clock.shift(HOUR);
  await setTimeout(3_000);
  await clock.shift(-HOUR);
  expect(await untilEnded(service, id, WAIT_MS)).toMatchObject({
    status: 'ended',
    endReason: 'max_duration',
  });
  expect((performance.now() - began) / 1000).toBeGreaterThanOrEqual(11);
  const seconds = await secondsOf(id);
  expect(seconds).toBeGreaterThanOrEqual(12);
  expect(seconds).toBeLessThanOrEqual(17);
}, 180_000);

test('a service that is suspended with its workers, for longer than a heartbeat may be missing, goes on', async () => {
  const { id, consumer, began } = await converse();
  const processes = [service.child.pid!, ...childProcesses(service.child.pid!)];
  for (const pid of processes) process.kill(pid, 'SIGSTOP');
  await setTimeout(SUSPENDED_MS);
  for (const pid of processes) process.kill(pid, 'SIGCONT');
  await setTimeout(WATCHED_MS);
  expect(await readConversation(service, id)).toMatchObject({ status: 'running' });
  await answers(consumer);
  expect(await stopSession(service, id)).toMatchObject({ status: 'ended', endReason: 'stopped' });
  expect(Math.abs((performance.now() - began) / 1000 - (await secondsOf(id)))).toBeLessThan(3);
}, 180_000);

test('a conversation that starts after the clock was put is like any other', async () => {
  await clock.shift(-HOUR);
  const { id, consumer, began } = await converse();
  await answers(consumer);
  await stopSession(service, id);
  expect(Math.abs((performance.now() - began) / 1000 - (await secondsOf(id)))).toBeLessThan(3);
}, 180_000);
