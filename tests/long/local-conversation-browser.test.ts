import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../support/command.ts';
import { encodeWav } from '../support/inside.ts';
import { modelsFor } from '../support/models/test-models.ts';
import { LONG_GREETING, MUSEUM } from '../support/museum.ts';
import { openPageHost, type PageHost } from '../support/room-client-page.ts';
import type { PageState } from '../support/room-page/page.ts';
import { type Service, startService } from '../support/service.ts';
import {
  characterLines,
  createKnowledgeBase,
  startSession,
  timelineOf,
  untilEnded,
} from '../support/service-client.ts';
import { synthesiseSpeech } from '../support/speech.ts';

const RATE = 48_000;
/** Between two utterances: time for an answer, on a busy machine as well. */
const GAP_SECONDS = 20;
/** Between the opening of the microphone and its being heard in the room. */
const LEAD_SECONDS = 3;
const WAIT_MS = 180_000;
const models = await modelsFor('a whole spoken conversation in a browser');

/** As for a visitor of a service with models from a folder: no key, nothing typed, a microphone and a loudspeaker. */
describe.runIf(models)('by voice alone, on this machine alone', () => {
  let folder: string;
  let service: Service;
  let pages: PageHost;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'visavis-spoken-'));
    const dataDir = join(folder, 'data');
    const added = await runCommand(['models', 'add', '--from', models!], { VISAVIS_DATA_DIR: dataDir });
    expect(added).toMatchObject({ code: 0 });
    const microphone = join(folder, 'microphone.wav');
    await writeFile(microphone, encodeWav(await record(), RATE));
    [service, pages] = await Promise.all([startService({ dataDir }), openPageHost(microphone)]);
  });
  afterAll(async () => {
    await pages?.close();
    await service?.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  test('a greeting, broken into by a question, two answers from a document, and a goodbye', async () => {
    const knowledgeBaseId = await createKnowledgeBase(service, 'Harbour Museum', MUSEUM.text);
    const { session, consumerAccessToken } = await startSession(service, {
      agent: { provider: 'gemini', voice: 'Puck', greetingMsg: LONG_GREETING, knowledgeBaseId },
    });
    expect(session).toMatchObject({ status: 'running', engine: 'builtin' });
    const sounds = (now: PageState) => Object.values(now.quietMs).some((ms) => ms < 100);
    // The file is heard from the greeting on: its first question falls into that.
    const page = await pages.converse(session.host.serverUrl, consumerAccessToken, 1, (joined) =>
      joined.until('the greeting to be heard', sounds, WAIT_MS),
    );
    const [avatar] = (await page.call('state')).participants;
    for (const { fact } of MUSEUM.spoken)
      await page.until(
        `the answer ${fact}`,
        (now) =>
          Object.values(now.segments).some((each) => each.from === avatar && fact.test(each.text)) &&
          sounds(now),
        WAIT_MS,
      );

    const record = await untilEnded(service, session.id, WAIT_MS);
    expect(record).toMatchObject({ status: 'ended', endReason: 'stopped' });
    const [greeting, ...answers] = characterLines(record);
    expect(greeting!.length).toBeLessThan(LONG_GREETING.length);
    for (const { fact } of MUSEUM.spoken) expect(answers.some((line) => fact.test(line))).toBe(true);
    expect(timelineOf(record, 'interruption').length).toBeGreaterThan(0);
    const turns = timelineOf(record, 'turn').map((content) => JSON.parse(content) as { input: string });
    expect(turns.map(({ input }) => input)).toEqual(turns.map(() => 'speech'));
    expect(turns.length).toBeGreaterThanOrEqual(MUSEUM.spoken.length);
    expect(timelineOf(record, 'warning').filter((message) => /speech recognition/i.test(message))).toEqual(
      [],
    );
  }, 600_000);
});

/**
 * The questions and the goodbye, with time for answers between them. Each question is asked twice, as people do: on a
 * machine that is too busy, parts of a browser's microphone sound are lost.
 */
async function record(): Promise<Int16Array> {
  const texts = [...MUSEUM.spoken.flatMap(({ question }) => [question, question]), 'Goodbye.'];
  const spoken = await Promise.all(texts.map(synthesiseSpeech));
  const pcm = new Int16Array(RATE * (GAP_SECONDS * (texts.length + 2)));
  for (const [n, words] of spoken.entries()) pcm.set(words, RATE * (LEAD_SECONDS + n * GAP_SECONDS));
  return pcm;
}
