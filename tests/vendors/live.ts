import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '../support/inside/engines.ts';
import { PROVIDERS } from '../support/inside.ts';
import { EngineRun } from '../support/providers/engine-run.ts';
import { LocalProviders } from '../support/providers/local-providers.ts';
import { reactionOf } from '../wire/whole-conversation.ts';
import { ORDER_TAXI, talk } from './conversation.ts';
import { writeRecording } from './recording.ts';
import { Relay } from './relay.ts';

const HELP = `npm run live -- <openai | gemini | elevenlabs> [--out <file>] [--rehearse]

Holds a short conversation with the vendor through its engine, and records it without sound and secrets.
The key is read from OPENAI_API_KEY, GEMINI_API_KEY or ELEVENLABS_API_KEY; ELEVENLABS_AGENT_ID names the agent.
It costs what a minute of conversation costs there.

  --out <file>  where to write the recording; visavis-<vendor>.jsonl in the folder of temporary files where absent
  --rehearse    with the stand-in of this project's tests in place of the vendor; needs no key
  --help        this text`;
const TIMEOUT_MS = 60_000;
const SETTLE_MS = 3000;
const REHEARSED_SETTLE_MS = 300;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string' }, rehearse: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
});
const provider = PROVIDERS.find(({ id }) => id === positionals[0]);
if (values.help) console.log(HELP);
else if (!provider) {
  console.error(`Name a vendor: ${PROVIDERS.map(({ id }) => id).join(', ')}.\n\n${HELP}`);
  process.exitCode = 2;
} else process.exitCode = await record(provider.id as 'openai' | 'gemini' | 'elevenlabs');

async function record(id: 'openai' | 'gemini' | 'elevenlabs'): Promise<number> {
  const descriptor = PROVIDERS.find((one) => one.id === id)!;
  const local = values.rehearse ? await LocalProviders.start() : undefined;
  const apiKey = local ? local[id].apiKey : process.env[descriptor.settings.apiKey];
  const remoteId = local ? local.elevenlabs.agentId : process.env.ELEVENLABS_AGENT_ID;
  if (!apiKey || (descriptor.capabilities.remoteAgent && !remoteId)) {
    console.error(
      `Set ${descriptor.settings.apiKey}${descriptor.capabilities.remoteAgent ? ' and ELEVENLABS_AGENT_ID' : ''}.`,
    );
    return 2;
  }
  if (local) local[id].react = reactionOf(id) as never;
  const home = new URL(local ? local[id].baseUrl : descriptor.home);
  const relay = await new Relay(home.origin, [apiKey, ...(remoteId ? [remoteId] : [])]).listen();
  const create = await descriptor.load();
  const factory = create(
    { apiKey, baseUrl: relay.url + home.pathname.replace(/\/$/, '') },
    { clock: systemClock },
  );
  const run = new EngineRun(factory, {
    plan: { name: id, ...(remoteId && { remoteId }) },
    tools: [ORDER_TAXI],
  });
  try {
    const outcome = await talk(
      run,
      { timeoutMs: TIMEOUT_MS, settleMs: local ? REHEARSED_SETTLE_MS : SETTLE_MS },
      console.log,
    );
    const path = values.out ?? join(tmpdir(), `visavis-${id}.jsonl`);
    const recordedOn = new Date().toISOString().slice(0, 10);
    const source = local ? 'protocol server' : 'vendor';
    writeRecording(path, { vendor: id, source, recordedOn, outcome, frames: relay.frames });
    console.log(`${relay.frames.length} frames in ${path}. Read it before you publish it.`);
    return 0;
  } catch (error) {
    console.error((error as Error).message);
    return 1;
  } finally {
    await run.engine.close();
    await relay.close();
    await local?.stop();
  }
}
