import { expect, test } from 'vitest';
import { LiveConsumer } from '../support/live-consumer.ts';
import { LONG_GREETING, MUSEUM } from '../support/museum.ts';
import { portraitDataUrl } from '../support/portrait-png.ts';
import {
  characterLines,
  createKnowledgeBase,
  startSession,
  stopSession,
  timelineOf,
  timelineTypes,
  untilEnded,
} from '../support/service-client.ts';
import { useService } from '../support/use-service.ts';

/** The default frame rate; other tests use a lower one. */
const AS_SHIPPED = { VISAVIS_VIDEO_FPS: '25' };

const service = useService(() => ({ env: AS_SHIPPED }));

/** Lasts more than a minute, so that it is not over before a test on a busy machine interrupts it. */
const GREETING = `${LONG_GREETING} `.repeat(4).trim();
/** The minimum number of 512 x 512 points that are clearly brighter or darker in a frame that shows movement. */
const MOVED_POINTS = 500;

test('a program talks with a photo avatar: picture, sound, an interruption, a fact from a document, the record', async () => {
  const knowledgeBaseId = await createKnowledgeBase(service, 'Harbour Museum', MUSEUM.text);
  const { session, consumerAccessToken } = await startSession(service, {
    avatar: { name: 'Olga', refImage: portraitDataUrl() },
    agent: { provider: 'gemini', name: 'Guide', greetingMsg: GREETING },
    knowledgeBase: { id: knowledgeBaseId },
    consumerIdentity: { identity: 'program-1', name: 'A program' },
  });
  const consumer = new LiveConsumer(session.avatar!.identity);
  await consumer.join(session.host.serverUrl, consumerAccessToken);

  // Frames are black until the photo has been read.
  const shows = () => consumer.picture !== undefined && brightness(consumer.picture.luma, 10, 256) > 30;
  await consumer.until('pictures of the face', () => consumer.frames.length > 10 && shows());
  expect(consumer.picture).toMatchObject({ width: 512, height: 512 });
  const first = consumer.picture!.luma;
  // The portrait has a light wall at the left edge and dark hair at the top of the head.
  expect(brightness(first, 10, 256)).toBeGreaterThan(brightness(first, 256, 75) + 60);
  await consumer.hears(0);
  await consumer.until(
    'a picture that moved',
    () => changedPoints(first, consumer.picture!.luma) > MOVED_POINTS,
  );
  await consumer.until('some words', () => (consumer.agentTexts[0] ?? '').length > 10);
  expect(await consumer.interrupt()).toBe('ok');
  await consumer.until('the interruption', () => consumer.events.some(({ type }) => type === 'interrupted'));
  // Only the interruption explains this silence: this voice never pauses for a second between clauses.
  await consumer.silent(1000);
  const heard = consumer.agentTexts[0]!;
  expect(consumer.agentTexts).toHaveLength(1);
  expect(heard.length).toBeLessThan(GREETING.length);

  const askedAt = performance.now();
  await consumer.type(MUSEUM.question);
  await consumer.hears(askedAt);
  await consumer.until('the fact', () => MUSEUM.fact.test(consumer.agentTexts[1] ?? ''));

  await stopSession(service, session.id);
  await consumer.until('the last event', () => consumer.events.at(-1)?.type === 'ended');
  expect(consumer.events.at(-1)).toMatchObject({ reason: 'stopped' });
  await consumer.leave();

  const record = await untilEnded(service, session.id);
  expect(record).toMatchObject({ status: 'ended', endReason: 'stopped' });
  const lines = characterLines(record);
  expect(lines[0]).toBe(heard);
  expect(GREETING.startsWith(heard)).toBe(true);
  expect(lines[1]).toMatch(MUSEUM.fact);
  const [cut] = timelineOf(record, 'interruption').map((content) => JSON.parse(content));
  expect(cut).toMatchObject({ by: 'request', heardText: heard });
  const turns = timelineOf(record, 'turn').map((content) => JSON.parse(content));
  expect(turns.map(({ turn }) => turn)).toEqual([1]);
  expect(timelineTypes(record)[0]).toBe('created');
  expect(timelineTypes(record).at(-1)).toBe('ended');
  // If the picture could not be drawn, another face would replace it, with a warning.
  expect(timelineOf(record, 'warning').filter((text) => /face|picture/i.test(text))).toEqual([]);

  const usage = await service.client.get('/v3/organizations/user-usage', {
    query: { user: 'program-1' },
  });
  const lengthMs = Date.parse(record.endedAt!) - Date.parse(record.joinedAt!);
  expect(usage.users[0]).toMatchObject({ user: 'program-1', conversations: 1 });
  expect(Math.round(usage.users[0]!.seconds * 1000)).toBe(lengthMs);
});

function brightness(luma: Uint8Array, x: number, y: number): number {
  return luma[y * 512 + x]!;
}

function changedPoints(one: Uint8Array, other: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < one.length; at++) if (Math.abs(one[at]! - other[at]!) > 40) count++;
  return count;
}
