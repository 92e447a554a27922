import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { runCommand } from '../support/command.ts';
import { useFolder } from '../support/inside.ts';
import { LiveConsumer } from '../support/live-consumer.ts';
import { modelsFor } from '../support/models/test-models.ts';
import { LONG_GREETING, MUSEUM } from '../support/museum.ts';
import { type Service, startService } from '../support/service.ts';
import {
  characterLines,
  createKnowledgeBase,
  startSession,
  timelineOf,
  untilEnded,
} from '../support/service-client.ts';
import { synthesiseSpeech } from '../support/speech.ts';

/** Three minutes, so that even on a busy machine it is not over before the first question is recognised. */
const GREETING = `${LONG_GREETING} `.repeat(9).trim();
/** After this much silence the speaker repeats the sentence, because a busy machine may lose parts of it. */
const QUIET_MS = 15_000;
vi.setConfig({ testTimeout: 900_000 });
const models = await modelsFor('a whole spoken conversation');

/** Tests local models without a key and without typed text. Their speed: `npm run bench -- spoken-turn`. */
describe.runIf(models)('a conversation by voice only, on this machine only', () => {
  const folder = useFolder();
  let service: Service;
  let consumer: LiveConsumer | undefined;
  beforeAll(async () => {
    const dataDir = join(folder, 'data');
    const added = await runCommand(['models', 'add', '--from', models!], { VISAVIS_DATA_DIR: dataDir });
    expect(added).toMatchObject({ code: 0 });
    service = await startService({ dataDir });
  });
  afterAll(async () => {
    await consumer?.leave();
    await service?.dispose();
  });

  test('has a greeting that a question interrupts, two answers from a document, and a goodbye', async () => {
    const knowledgeBaseId = await createKnowledgeBase(service, 'Harbour Museum', MUSEUM.text);
    const { session, consumerAccessToken } = await startSession(service, {
      agent: { provider: 'gemini', voice: 'Puck', greetingMsg: GREETING, knowledgeBaseId },
    });
    expect(session).toMatchObject({ status: 'running', engine: 'builtin' });
    const talking = new LiveConsumer(session.avatar!.identity);
    consumer = talking;
    await talking.join(session.host.serverUrl, consumerAccessToken);
    await talking.openMicrophone();
    await talking.hears(0);
    // The first question interrupts the greeting.
    for (const { question, fact } of MUSEUM.spoken)
      await sayUntil(talking, question, () => talking.agentTexts.some((text) => fact.test(text)));
    await sayUntil(talking, 'Goodbye.', () => talking.disconnectedBecause !== undefined);

    const record = await untilEnded(service, session.id);
    expect(record).toMatchObject({ status: 'ended', endReason: 'stopped' });
    const [greeting, ...answers] = characterLines(record);
    expect(greeting!.length).toBeLessThan(GREETING.length);
    for (const { fact } of MUSEUM.spoken) expect(answers.some((line) => fact.test(line))).toBe(true);
    const [cut] = timelineOf(record, 'interruption').map((content) => JSON.parse(content) as { by: string });
    expect(cut).toMatchObject({ by: 'voice', heardText: greeting });
    const turns = timelineOf(record, 'turn').map((content) => JSON.parse(content) as { input: string });
    expect(turns.map(({ input }) => input)).toEqual(turns.map(() => 'speech'));
    expect(turns.length).toBeGreaterThanOrEqual(MUSEUM.spoken.length);
    // Warnings about overload depend on the machine; a failure or an interruption of the recognition does not.
    expect(
      timelineOf(record, 'warning').filter((text) =>
        /speech recognition .*(?:failed|interrupted)/i.test(text),
      ),
    ).toEqual([]);
  });
});

/** Says a sentence, and repeats it after every long silence until it has had its effect. */
async function sayUntil(consumer: LiveConsumer, text: string, isDone: () => boolean): Promise<void> {
  const spoken = await synthesiseSpeech(text);
  const done = consumer.until(`what “${text}” leads to`, isDone, 800_000);
  while (!isDone()) {
    await consumer.speak(spoken);
    const quiet = consumer.silent(QUIET_MS).catch(() => undefined);
    await Promise.race([done, quiet]);
  }
  await done;
}
