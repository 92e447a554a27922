import { join } from 'node:path';
import { INTERRUPT_RPC } from '@visavis/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LONG_GREETING, MUSEUM } from '../support/museum.ts';
import { poll } from '../support/poll.ts';
import { openPageHost, type PageHost } from '../support/room-client-page.ts';
import type { PageState } from '../support/room-page/page.ts';
import { type Service, startService } from '../support/service.ts';
import {
  characterLines,
  createKnowledgeBase,
  startSession,
  timelineOf,
  timelineTypes,
  untilEnded,
} from '../support/service-client.ts';
import { writeSilence } from '../support/silence-wav.ts';

/** The default frame rate; other tests use a lower one. */
const AS_SHIPPED = { VISAVIS_VIDEO_FPS: '25' };

let service: Service;
let pages: PageHost;
beforeAll(async () => {
  service = await startService({ env: AS_SHIPPED });
  const silence = join(service.dataDir, 'silence.wav');
  await writeSilence(silence);
  pages = await openPageHost(silence);
});
afterAll(async () => {
  await pages?.close();
  await service?.dispose();
});

/** Lasts more than a minute, so that it is not over before a test on a busy machine interrupts it. */
const GREETING = `${LONG_GREETING} `.repeat(4).trim();
/** The minimum number of 48 x 48 points that are clearly brighter or darker in a frame that shows movement. */
const MOVED_POINTS = 12;

test('a first conversation: a greeting, an interruption, a spoken answer from a document, the record', async () => {
  const knowledgeBaseId = await createKnowledgeBase(service, 'Harbour Museum', MUSEUM.text);
  const agent = await service.client.post('/v1/agents', {
    body: {
      provider: 'gemini',
      name: 'Guide',
      instructions: 'You are a guide in the museum.',
      greetingMsg: GREETING,
    },
  });
  const avatar = await service.client.post('/v1/avatars', {
    body: { identity: 'maya', name: 'Maya', agentId: agent.id },
  });
  const { session, consumerAccessToken } = await startSession(service, {
    avatar: { id: avatar.id },
    agent: { id: agent.id },
    knowledgeBase: { id: knowledgeBaseId },
    consumerIdentity: { identity: 'visitor-1', name: 'A visitor' },
  });
  expect(session).toMatchObject({ status: 'running', engine: 'builtin', knowledgeBaseId });

  const page = await pages.converse(session.host.serverUrl, consumerAccessToken);
  const started = await page.until('the avatar', ({ participants }) => participants.length === 1);
  const face = started.participants[0]!;
  const said = ({ segments }: PageState) => Object.values(segments).filter(({ from }) => from === face);
  const quietFor = (ms: number) => (state: PageState) => (state.quietMs[face] ?? 0) > ms;
  const listens = ({ events }: PageState) =>
    events
      .filter((event) => event.startsWith(`attributes ${face} `) && event.includes('lk.agent.state'))
      .at(-1)
      ?.includes('"listening"') === true;

  await page.until('decoded frames', ({ frames }) => (frames[face] ?? 0) > 10);
  expect((await page.call('state')).sizes[face]).toBe('512x512');
  await page.until('the greeting to be heard', ({ loudness }) => (loudness[face] ?? 0) > 0.05);
  const speaking = await page.call('picture');
  expect(contrast(speaking)).toBeGreaterThan(20);
  // The mouth speaks and the eyes blink, so the frames differ: it is not a still picture.
  await poll(
    'a picture that moved',
    () => page.call('picture'),
    (picture) => changedPoints(speaking, picture) > MOVED_POINTS,
  );

  await page.until('the first words', (state) => (said(state)[0]?.text ?? '').length > 10);
  expect(await page.call('callAgent', INTERRUPT_RPC, '')).toBe('ok');
  await page.until('the interruption', ({ data }) => data.some(isInterruption));
  // Only the interruption explains this silence: this voice never pauses for a second between clauses.
  const silent = await page.until('silence', quietFor(1000));
  const heard = said(silent)[0]!.text;
  expect(said(silent)).toHaveLength(1);
  expect(heard.length).toBeLessThan(GREETING.length);

  const soundsOf = ({ sounds }: PageState) => sounds[face] ?? 0;
  const before = soundsOf(await page.call('state'));
  await page.call('sendText', MUSEUM.question, 'lk.chat');
  const answered = await page.until('the answer with the fact, to its end', (state) => {
    const answer = said(state)[1];
    return answer?.final === true && MUSEUM.fact.test(answer.text) && listens(state);
  });
  // The answer was audible.
  expect(soundsOf(answered)).toBeGreaterThan(before);
  expect(answered.events).not.toContain('reconnecting');

  await page.call('disconnect');
  const record = await untilEnded(service, session.id);
  expect(record).toMatchObject({ status: 'ended', endReason: 'consumer_left' });
  expect(record.transcript.map(({ author }) => author)).toEqual(['character', 'user', 'character']);
  const lines = characterLines(record);
  // Truncated to what was played: exactly the text that the client had been shown by then.
  expect(lines[0]).toBe(heard);
  expect(GREETING.startsWith(heard)).toBe(true);
  expect(lines[1]).toMatch(MUSEUM.fact);

  const types = timelineTypes(record);
  expect(types[0]).toBe('created');
  expect(types.at(-1)).toBe('ended');
  expect(types).toEqual(
    expect.arrayContaining([
      'warning',
      'avatar_joined',
      'first_frame',
      'consumer_joined',
      'greeting',
      'tool_call',
      'tool_result',
      'turn',
      'interruption',
      'consumer_left',
    ]),
  );
  const [turn] = timelineOf(record, 'turn').map((content) => JSON.parse(content));
  expect(turn).toMatchObject({ turn: 1, input: 'text' });
  expect(turn.latencyMs).toBe(turn.engineMs + turn.playoutMs);
  expect(turn.latencyMs).toBeGreaterThan(0);
  const [cut] = timelineOf(record, 'interruption').map((content) => JSON.parse(content));
  expect(cut).toMatchObject({ by: 'request', heardText: heard });

  const lengthMs = Date.parse(record.endedAt!) - Date.parse(record.joinedAt!);
  const usage = await service.client.get('/v3/organizations/user-usage', {
    query: { user: 'visitor-1' },
  });
  expect(usage.users).toHaveLength(1);
  expect(usage.users[0]).toMatchObject({ user: 'visitor-1', conversations: 1 });
  expect(Math.round(usage.users[0]!.seconds * 1000)).toBe(lengthMs);
  expect(lengthMs).toBeGreaterThan(0);
  await page.close();
});

function isInterruption({ topic, text }: PageState['data'][number]): boolean {
  return topic === 'visavis.event' && JSON.parse(text).type === 'interrupted';
}

function contrast(picture: number[]): number {
  return Math.max(...picture) - Math.min(...picture);
}

function changedPoints(one: number[], other: number[]): number {
  return one.filter((value, at) => Math.abs(value - other[at]!) > 20).length;
}
