import { readdir } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { SOCKET_FOLDER } from '@visavis/server/dist/models/host/leftover-folders.js';
import { readLanguageAddress } from '@visavis/server/dist/models/language/language-address.js';
import { MUSEUM } from '@visavis/tests/dist/support/museum.js';
import { poll } from '@visavis/tests/dist/support/poll.js';
import { createKnowledgeBase } from '@visavis/tests/dist/support/service-client.js';
import { startWebhookReceiver } from '@visavis/tests/dist/support/webhook-receiver.js';
import type { Bench } from '../support/bench.ts';
import { openConsumerPages } from '../support/pages.ts';
import type { Report } from '../support/report.ts';
import type { Scope } from '../support/scope.ts';
import { folderWithModels, type Service, startService } from '../support/service.ts';
import { openUserVoice } from '../support/speech.ts';
import { relayModel } from './model-relay.ts';
import { type Question, type Talked, type Turn, talk } from './talk.ts';

const LOADED_MS = 120_000;
const REMEMBER = 'Do you remember what I like?';
/** Small talk, something to remember, facts of the document, what it does not say, and a tool. */
const SAID = [
  'Please book a table for two at noon.',
  'Good day. Who are you?',
  'My name is Anna and I like music.',
  MUSEUM.spoken[0].question,
  MUSEUM.spoken[1].question,
  'What did the weather do yesterday in Australia?',
  'Can you tell me something about the sea?',
  'Who runs the café on the roof?',
  'Do you remember my name?',
  'Thank you very much.',
];
/** A model on a busy machine thinks for longer than a visitor should wait. */
const PATIENCE = { LLM_FIRST_MS: '100000', LLM_NEXT_MS: '100000', VISAVIS_GIVE_UP_MS: '100000' };

/**
 * Holds spoken conversations in Chromium with the language model of the configured data directory
 * (`VISAVIS_LANGUAGE_MODEL`, if there are several); no key. `conversations` such as `1,2`: one alone, then two at a
 * time, which share the questions.
 */
export async function run({ options, report, scope }: Bench): Promise<void> {
  const { questions, conversations } = options({ questions: SAID.length, conversations: '1,2' });
  // The tool's server has a private address.
  const env = { ...PATIENCE, VISAVIS_PRIVATE_ADDRESSES: 'true' };
  const service = await startService(scope, env, await folderWithModels(scope));
  const languageFile = await waitForModel(service);
  const { name, thoughts } = await relayModel(scope, languageFile);
  const user = await openUserVoice(scope);
  const ask = async (texts: readonly string[]): Promise<Question[]> =>
    (await user.ask(texts)).map((pcm, n) => ({ text: texts[n]!, pcm }));
  const asked = await ask(SAID.slice(0, questions));
  report.text(`The model is ${name}; the user is ${user.name}.`);
  const agentId = await createAgent(service, scope);
  const { client } = service;
  const { avatars } = await client.get('/v1/avatars');
  const avatar = avatars.find((each) => each.name === 'Daniel') ?? avatars[0]!;
  const open = await openConsumerPages(scope);
  const hold = async (some: readonly Question[]) =>
    talk(client, avatar.id, agentId, await open(), some, thoughts);
  for (const count of conversations.split(',').map(Number)) {
    const before = loadavg()[0]!;
    const share = Math.ceil(asked.length / count);
    const parts = Array.from({ length: count }, (_, n) => asked.slice(n * share, (n + 1) * share));
    const all = await Promise.all(parts.map(hold));
    report.heading(`${name}, ${count} at a time`);
    tell(report, all);
    report.text(`Load average ${before.toFixed(1)} before, ${loadavg()[0]!.toFixed(1)} after.`);
  }
  report.heading('What is remembered');
  const { memories } = await client.get('/v3/memories');
  report.text(`Memories: ${memories.map(({ content }) => `“${content}”`).join(', ') || 'none'}.`);
  const later = await hold(await ask([REMEMBER]));
  const { instructions = '' } = thoughts.at(-1) ?? {};
  const isTold = memories.length > 0 && memories.every(({ content }) => instructions.includes(content));
  report.text(`The next conversation’s instructions ${isTold ? 'contain' : 'do not contain'} them.\n`);
  tell(report, [later]);
}

/** Waits until the service has loaded its language model. Returns the file with its address. */
async function waitForModel({ child }: Service): Promise<string> {
  const prefix = `${SOCKET_FOLDER}${child.pid}-`;
  const find = async () => {
    const folder = (await readdir(tmpdir())).find((each) => each.startsWith(prefix));
    const file = join(tmpdir(), folder ?? prefix, 'language.json');
    return (await readLanguageAddress(file)) && file;
  };
  const what = 'a language model: npx visavis models add smollm2-135m, or set VISAVIS_DATA_DIR';
  return (await poll(what, find, (file) => file !== undefined, LOADED_MS))!;
}

async function createAgent(service: Service, scope: Scope): Promise<string> {
  const cafe = await startWebhookReceiver();
  scope.later(() => cafe.close());
  cafe.answer = (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"table":7}');
  const tool = await service.client.post('/v3/tools', {
    body: {
      name: 'book_table',
      description: 'Books a table in the café. Answers its number.',
      url: `${cafe.url}/tables`,
      parameters: {
        type: 'object',
        properties: { guests: { type: 'integer' }, time: { type: 'string', maxLength: 20 } },
        required: ['guests', 'time'],
      },
    },
  });
  const { id } = await service.client.post('/v1/agents', {
    body: {
      provider: 'gemini',
      name: 'Ada',
      instructions: 'You are Ada, a friendly guide of the Harbour Museum. Answer in one short sentence.',
      greetingMsg: 'Good day!',
      memory: true,
      knowledgeBaseId: await createKnowledgeBase(service, 'Harbour Museum', MUSEUM.text),
      tools: [{ id: tool.id }],
    },
  });
  return id;
}

/** Prints the steps of all turns, each in milliseconds after the last word of its question. */
function tell(report: Report, all: readonly Talked[]): void {
  const turns = all.flatMap((each) => each.turns);
  const steps: [string, (turn: Turn) => number][] = [
    ['its words are there', ({ wordsMs }) => wordsMs],
    ['the model is asked', ({ askedMs }) => askedMs],
    ['first token', ({ tokenMs }) => tokenMs],
    ['first clause', ({ clauseMs }) => clauseMs],
    ['first sound of the answer is sent (timeline)', ({ soundMs }) => soundMs],
    ['first sound is heard in Chromium', ({ heardMs }) => heardMs],
  ];
  report.measured(
    steps.map(([name, of]) => ({ name: `last word → ${name}`, values: turns.map(of), unit: 'ms' })),
  );
  const numbered = all.flatMap(({ turns: own }, c) =>
    own.map((turn, n) => [`${c + 1}.${n + 1}`, turn] as const),
  );
  report.table([
    ['turn', 'words', 'asked', 'token', 'clause', 'sent', 'heard'],
    ...numbered.map(([name, turn]) => [name, ...steps.map(([, of]) => of(turn))]),
  ]);
  for (const [name, { said, heardAs, hasPassages, calls, answer }] of numbered) {
    const called = calls.map((call) => ` → ${call}`).join('');
    report.text(
      `- ${name}: “${said}” (heard as “${heardAs}”${hasPassages ? '; with passages' : ''})${called} → ${answer}`,
    );
  }
  report.text('');
  for (const warning of new Set(all.flatMap(({ warnings }) => warnings)))
    report.text(`Warning of the timeline: ${warning}\n`);
}
