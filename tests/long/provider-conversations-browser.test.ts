import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { INTERRUPT_RPC } from '@visavis/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeWav } from '../support/inside.ts';
import { LocalProviders, PROVIDER_ENGINES } from '../support/providers/local-providers.ts';
import { openPageHost, type PageHost } from '../support/room-client-page.ts';
import type { PageState } from '../support/room-page/page.ts';
import { startService } from '../support/service.ts';
import { characterLines, startSession, timelineOf, untilEnded } from '../support/service-client.ts';
import { synthesiseSpeech } from '../support/speech.ts';

const GREETING = 'Welcome to the Meridian.';
const ANSWER = 'Breakfast is from seven to ten in the garden, and on Sundays it is until noon.';
const LONG_ANSWER = Array.from({ length: 60 }, (_, n) => `word${n}`).join(' ');
const SPOKEN = 'Do you have a room for tonight?';
const WAIT_MS = 60_000;
/** Of 48 x 48 points, and by how much of 255 they change: a mouth that speaks, not the breathing of a face at rest. */
const LIP_POINTS = 3;
const SPEAKING_CHANGE = 25;
const RESTING_CHANGE = 12;

/** Each conversation as a user has it: the command, a real browser, its microphone; only the provider is local. */
describe('a whole conversation in a browser through', () => {
  let providers: LocalProviders;
  let pages: PageHost;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'visavis-microphone-'));
    const words = await synthesiseSpeech(SPOKEN);
    // The file begins when the microphone is opened, and is long enough not to begin again.
    const pcm = new Int16Array(48_000 * 120);
    pcm.set(words, 24_000);
    const microphone = join(folder, 'question.wav');
    await writeFile(microphone, encodeWav(pcm, 48_000));
    [providers, pages] = await Promise.all([LocalProviders.start(), openPageHost(microphone)]);
  }, 180_000);

  afterAll(async () => {
    await pages?.close();
    await rm(folder, { recursive: true, force: true });
    await providers?.stop();
  });

  test.each(PROVIDER_ENGINES)(
    '%s: sound, lips, an interruption, a spoken question and the record of it all',
    async (engine) => {
      const server = providers[engine];
      // With no other provider set, the pipeline answers for every agent.
      const service = await startService({ env: providers.env(engine) });
      try {
        const page = await pages.open();
        if (engine === 'openai' || engine === 'gemini') server.replies.push({ say: GREETING });
        const { session, consumerAccessToken } = await startSession(service, { agent: agentFor(engine) });
        expect(session).toMatchObject({ status: 'running', engine });
        await page.call('connect', session.host.serverUrl, consumerAccessToken);
        const { participants } = await page.until(
          'the avatar',
          (now) => now.participants.length === 1,
          WAIT_MS,
        );
        const face = participants[0]!;
        const said = ({ segments }: PageState) =>
          Object.values(segments).flatMap(({ from, text, final }) =>
            from === face ? [{ text, final }] : [],
          );
        const sounds = ({ quietMs }: PageState) => (quietMs[face] ?? Number.POSITIVE_INFINITY) < 100;
        const quietFor = (ms: number) => (now: PageState) => (now.quietMs[face] ?? 0) > ms;

        await page.until('the greeting', (now) => said(now)[0]?.final === true, WAIT_MS);
        expect(said(await page.call('state'))[0]!.text).toBe(GREETING);
        await page.until('silence', quietFor(600), WAIT_MS);
        const atRest = await page.call('motion', 1500);

        server.replies.push({ say: ANSWER });
        await page.call('sendText', 'When is breakfast?', 'lk.chat');
        await page.until('the answer to be heard', sounds, WAIT_MS);
        const speaking = await page.call('motion', 1500);
        const lips = speaking.filter(
          (change, at) => change > SPEAKING_CHANGE && atRest[at]! < RESTING_CHANGE,
        );
        expect(lips.length).toBeGreaterThanOrEqual(LIP_POINTS);
        await page.until('the whole answer', (now) => said(now)[1]?.final === true, WAIT_MS);
        await page.until('silence', quietFor(600), WAIT_MS);

        server.replies.push({ say: LONG_ANSWER });
        await page.call('sendText', 'Tell me everything.', 'lk.chat');
        await page.until('a few words', (now) => said(now)[2]?.text.includes('word3') === true, WAIT_MS);
        expect(await page.call('callAgent', INTERRUPT_RPC, '')).toBe('ok');
        const silent = await page.until('silence', quietFor(800), WAIT_MS);
        const heard = said(silent)[2]!.text;
        expect(LONG_ANSWER.startsWith(heard)).toBe(true);
        expect(heard.length).toBeLessThan(LONG_ANSWER.length / 2);

        server.userWords.push(SPOKEN);
        server.replies.push({ say: 'Yes, the blue one.' });
        await page.call('publishMicrophone');
        const last = (now: PageState) => said(now).at(-1)!;
        await page.until('the answer', (now) => said(now).length === 4 && last(now).final, WAIT_MS);
        expect(last(await page.call('state')).text).toBe('Yes, the blue one.');

        await page.call('disconnect');
        const record = await untilEnded(service, session.id, WAIT_MS);
        expect(record).toMatchObject({ status: 'ended', endReason: 'consumer_left' });
        expect(record.transcript.map(({ author, content }) => `${author}: ${content}`)).toEqual([
          `character: ${GREETING}`,
          'user: When is breakfast?',
          `character: ${ANSWER}`,
          'user: Tell me everything.',
          `character: ${heard}`,
          `user: ${SPOKEN}`,
          'character: Yes, the blue one.',
        ]);
        expect(characterLines(record)).toHaveLength(4);
        const turns = timelineOf(record, 'turn').map((content) => JSON.parse(content) as { input: string });
        expect(turns.map(({ input }) => input)).toEqual(['text', 'text', 'speech']);
        expect(timelineOf(record, 'interruption')).toHaveLength(1);
        expect(timelineOf(record, 'warning')).toEqual([]);
        await page.close();
      } finally {
        await service.dispose();
      }
    },
    300_000,
  );

  function agentFor(engine: (typeof PROVIDER_ENGINES)[number]): object {
    return {
      provider: engine === 'pipeline' ? 'gemini' : engine,
      name: 'Concierge',
      greetingMsg: GREETING,
      ...(engine === 'elevenlabs' && { remoteId: providers.elevenlabs.agentId }),
    };
  }
});
