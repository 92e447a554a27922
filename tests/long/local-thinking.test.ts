import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { copyModel, findModels, ModelFolder, useFolder } from '../support/inside.ts';
import { languageFor, modelsFor, toolsFor } from '../support/models/test-models.ts';
import { MUSEUM } from '../support/museum.ts';
import { poll } from '../support/poll.ts';
import { type Service, startService } from '../support/service.ts';
import {
  createKnowledgeBase,
  readConversation,
  startSession,
  stopSession,
  timelineOf,
  untilEnded,
} from '../support/service-client.ts';
import { synthesiseSpeech } from '../support/speech.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const WHAT = 'a conversation that a language model of this machine thinks';
const folders = [await modelsFor(WHAT), await languageFor(WHAT), await toolsFor(WHAT)];
/** What is not heard within this time is said again: a busy machine may lose parts of what is spoken. */
const UNHEARD_MS = 60_000;
const ANSWER_MS = 300_000;
vi.setConfig({ testTimeout: 1_800_000, hookTimeout: 300_000 });

/** Ten turns: a tool, something to remember, facts of the document, what the document does not say, and small talk. */
const SAID = [
  'Please book a table for two at noon.',
  'Good day. Who are you?',
  'My name is Anna and I like old ships.',
  MUSEUM.spoken[0].question,
  MUSEUM.spoken[1].question,
  'What did the weather do yesterday in Australia?',
  'Can you tell me something about the sea?',
  'Who runs the café on the roof?',
  'Do you remember my name?',
  'Thank you very much.',
];

/** The element's events of a transcript. */
interface Line {
  id: string;
  author: string;
  text: string;
  final: boolean;
}

/** As for a visitor of a service without a key, and without a network but this machine's. */
describe.runIf(folders.every((each) => each !== undefined))(WHAT, () => {
  const dataDir = useFolder();
  let service: Service;
  let receiver: WebhookReceiver;
  let browser: Browser;
  beforeAll(async () => {
    for (const folder of folders)
      for (const found of await findModels(folder!)) await copyModel(new ModelFolder(dataDir), found);
    receiver = await startWebhookReceiver();
    receiver.answer = (response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"table":7}');
    // A busy machine thinks for longer than a visitor should wait.
    const patience = { LLM_FIRST_MS: '300000', LLM_NEXT_MS: '300000', VISAVIS_GIVE_UP_MS: '300000' };
    service = await startService({ dataDir, env: { VISAVIS_PRIVATE_ADDRESSES: 'true', ...patience } });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    await receiver?.close();
  });

  test('ten spoken turns in Chromium: facts of a document, a tool that is called, a memory', async () => {
    const tool = await service.client.post('/v3/tools', {
      body: {
        name: 'book_table',
        description: 'Books a table in the café. Answers its number.',
        url: `${receiver.url}/tables`,
        parameters: {
          type: 'object',
          properties: { guests: { type: 'integer' }, time: { type: 'string', maxLength: 20 } },
          required: ['guests', 'time'],
        },
        timeoutMs: 30_000,
      },
    });
    const knowledgeBaseId = await createKnowledgeBase(service, 'Harbour Museum', MUSEUM.text);
    const agent = {
      provider: 'gemini' as const,
      name: 'Ada',
      instructions: 'You are Ada, a friendly guide of the Harbour Museum. Answer in one short sentence.',
      greetingMsg: 'Good day!',
      memory: true,
      knowledgeBaseId,
      tools: [{ id: tool.id }],
    };
    await untilItThinks(agent);
    const { id: agentId } = await service.client.post('/v1/agents', { body: agent });
    await service.client.post('/v1/avatars', { body: { identity: 'maya', name: 'Thinker', agentId } });

    const { page, elsewhere } = await visit(/http:\S+\/talk\/#key=\S+/.exec(service.output)![0]);
    await page.locator('button.avatar', { hasText: 'Thinker' }).click();
    await answered(page, 0);
    for (const text of SAID) await converse(page, text);
    // It may have answered in words; who wants a table asks again.
    for (const guests of ['three', 'four', 'five', 'six', 'seven'])
      if (receiver.received.length === 0) await converse(page, `Book a table for ${guests} people at noon.`);
    await page.locator('#hang-up').click();

    const { sessions } = await service.client.get('/v1/sessions', { query: { take: 1 } });
    const record = await untilEnded(service, sessions[0]!.id);
    const turns = timelineOf(record, 'turn').map((each) => JSON.parse(each) as Record<string, unknown>);
    console.table(turns.map(({ engineMs, playoutMs, latencyMs }) => ({ engineMs, playoutMs, latencyMs })));
    console.log(record.transcript.map(({ author, content }) => `${author}: ${content}`).join('\n'));
    expect(turns.length).toBeGreaterThanOrEqual(SAID.length);
    for (const turn of turns) expect(turn).toMatchObject({ engine: 'pipeline', input: 'speech' });
    const [called] = timelineOf(record, 'tool_call').map((each) => JSON.parse(each) as { name: string });
    expect(called).toMatchObject({ name: 'book_table', content: expect.stringContaining('"guests"') });
    // A call is made, never spoken.
    for (const { content } of record.transcript) expect(content).not.toMatch(/book_table|"guests"/);
    const { memories } = await service.client.get('/v3/memories');
    expect(memories.map(({ content }) => content).join()).toMatch(/ships/i);
    expect(elsewhere).toEqual([]);
  });

  /** Until the model is loaded, the offline engine answers. */
  async function untilItThinks(
    agent: NonNullable<Parameters<typeof startSession>[1]>['agent'],
  ): Promise<void> {
    for (let thinks = false; !thinks; ) {
      const { session } = await startSession(service, { agent });
      const warnings = timelineOf(await readConversation(service, session.id), 'warning').join();
      thinks = warnings.includes('the language model of this machine answers');
      await stopSession(service, session.id);
    }
  }

  /** A page with a microphone that plays what `say` gives it; `elsewhere`: the addresses off this machine that it asked. */
  async function visit(address: string): Promise<{ page: Page; elsewhere: string[] }> {
    const page = await browser.newPage();
    const elsewhere: string[] = [];
    await page.route(
      ({ hostname }) => !['127.0.0.1', 'localhost'].includes(hostname),
      (route) => {
        elsewhere.push(route.request().url());
        return route.abort();
      },
    );
    await page.addInitScript(() => {
      const lines: unknown[] = [];
      addEventListener('visavis-transcript', ({ detail }: CustomEventInit) => lines.push(detail));
      const context = new AudioContext({ sampleRate: 48_000 });
      const microphone = context.createMediaStreamDestination();
      navigator.mediaDevices.getUserMedia = async () => microphone.stream;
      const say = async (samples: string) => {
        const bytes = Uint8Array.from(atob(samples), (each) => each.charCodeAt(0));
        const sound = Float32Array.from(new Int16Array(bytes.buffer), (each) => each / 32_768);
        const buffer = context.createBuffer(1, sound.length, 48_000);
        buffer.copyToChannel(sound, 0);
        const source = new AudioBufferSourceNode(context, { buffer });
        source.connect(microphone);
        await new Promise((resolve) => {
          source.onended = resolve;
          source.start();
        });
      };
      Object.assign(globalThis, { lines, say });
    });
    await page.goto(address);
    return { page, elsewhere };
  }

  const linesOf = async (page: Page, author: string) =>
    ((await page.evaluate(() => Reflect.get(globalThis, 'lines'))) as Line[]).filter(
      (line) => line.author === author && line.final,
    );
  const countOf = async (page: Page, author: string) =>
    new Set((await linesOf(page, author)).map(({ id }) => id)).size;

  /** Waits for more answers than there were, and until the avatar listens again. */
  async function answered(page: Page, before: number): Promise<void> {
    await poll(
      'an answer',
      () => countOf(page, 'character'),
      (count) => count > before,
      ANSWER_MS,
    );
    await page.locator('#state', { hasText: /^(listening|ready)$/ }).waitFor({ timeout: ANSWER_MS });
  }

  /** Says something, and again where nothing is heard; waits for the answer. */
  async function converse(page: Page, text: string): Promise<void> {
    const pcm = await synthesiseSpeech(text);
    const samples = Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength).toString('base64');
    const [heard, said] = [await countOf(page, 'user'), await countOf(page, 'character')];
    for (let isHeard = false; !isHeard; ) {
      await page.evaluate(
        (sound) => (Reflect.get(globalThis, 'say') as (sound: string) => unknown)(sound),
        samples,
      );
      isHeard = await poll(
        'words',
        () => countOf(page, 'user'),
        (count) => count > heard,
        UNHEARD_MS,
      ).then(
        () => true,
        () => false,
      );
    }
    await answered(page, said);
  }
});
