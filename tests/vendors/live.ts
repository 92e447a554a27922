import { parseArgs } from 'node:util';
import { systemClock } from '../support/inside/engines.ts';
import { PROVIDERS } from '../support/inside.ts';
import { EngineRun } from '../support/providers/engine-run.ts';
import { LocalProviders } from '../support/providers/local-providers.ts';
import { reactionOf } from '../wire/whole-conversation.ts';

const HELP = `npm run live -- <openai | gemini | elevenlabs> [--rehearse]

Holds a short conversation with the vendor through its engine, and prints it.
The key is read from OPENAI_API_KEY, GEMINI_API_KEY or ELEVENLABS_API_KEY; ELEVENLABS_AGENT_ID names the agent.
It costs what a minute of conversation costs there.

  --rehearse    with the stand-in of this project's tests in place of the vendor; needs no key
  --help        this text`;
const TIMEOUT_MS = 60_000;
/** How long to wait for more of an answer: a model may say that it looks something up, and later what it found. */
const SETTLE_MS = { vendor: 3000, rehearsal: 300 };
/** Texts that the user types; each is sent after the answer to the previous one. */
const QUESTIONS = [
  'Who are you? Answer in one short sentence.',
  'Order a taxi for two, please.',
  'What is its number?',
];
const ORDER_TAXI = {
  name: 'order_taxi',
  description: 'Orders a taxi. Call it whenever the user wants one.',
  parameters: {
    type: 'object',
    properties: { seats: { type: 'integer', description: 'For how many people' } },
    required: ['seats'],
  },
  run: () => Promise.resolve('The number is 42. It comes in five minutes.'),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rehearse: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
});
const provider = PROVIDERS.find(({ id }) => id === positionals[0]);
if (values.help) console.log(HELP);
else if (!provider) {
  console.error(`Name a vendor: ${PROVIDERS.map(({ id }) => id).join(', ')}.\n\n${HELP}`);
  process.exitCode = 2;
} else process.exitCode = await hold(provider.id as 'openai' | 'gemini' | 'elevenlabs');

async function hold(id: 'openai' | 'gemini' | 'elevenlabs'): Promise<number> {
  const descriptor = PROVIDERS.find((one) => one.id === id)!;
  const { settings, capabilities, home } = descriptor;
  const local = values.rehearse ? await LocalProviders.start() : undefined;
  const apiKey = local ? local[id].apiKey : process.env[settings.apiKey];
  const remoteId = local ? local.elevenlabs.agentId : process.env.ELEVENLABS_AGENT_ID;
  if (!apiKey || (capabilities.remoteAgent && !remoteId)) {
    console.error(`Set ${settings.apiKey}${capabilities.remoteAgent ? ' and ELEVENLABS_AGENT_ID' : ''}.`);
    return 2;
  }
  if (local) local[id].react = reactionOf(id) as never;
  const create = await descriptor.load();
  const factory = create({ apiKey, baseUrl: local ? local[id].baseUrl : home }, { clock: systemClock });
  const run = new EngineRun(factory, {
    plan: { name: id, ...(remoteId && { remoteId }) },
    tools: [ORDER_TAXI],
  });
  try {
    await run.engine.start();
    run.engine.greet();
    await hearAll(run);
    for (const question of QUESTIONS) {
      console.log(`user:   ${question}`);
      run.engine.sendText(question);
      await hearAll(run);
    }
    for (const { name, content } of run.all('tool_call')) console.log(`tool:   ${name} ${content}`);
    return 0;
  } catch (error) {
    console.error((error as Error).message);
    return 1;
  } finally {
    await run.engine.close();
    await local?.stop();
  }
}

/** Waits for an answer, which may come in parts. @throws Error if none arrives in time */
async function hearAll(run: EngineRun): Promise<void> {
  const hear = async (timeoutMs: number) => {
    const { utteranceId } = await run.next('utterance_started', () => true, timeoutMs);
    await run.next('utterance_finished', (event) => event.utteranceId === utteranceId, TIMEOUT_MS);
    console.log(`avatar: ${run.said(utteranceId).text.trim()}`);
  };
  await hear(TIMEOUT_MS);
  const settleMs = values.rehearse ? SETTLE_MS.rehearsal : SETTLE_MS.vendor;
  const hearMore = () =>
    hear(settleMs).then(
      () => true,
      () => false,
    );
  while (await hearMore());
}
