import { parseArgs } from 'node:util';
import { LiveConsumer } from '@visavis/tests/dist/support/live-consumer.js';
import {
  LocalProviders,
  PROVIDER_ENGINES,
  type ProviderEngine,
} from '@visavis/tests/dist/support/providers/local-providers.js';
import { galleryOf, pause, startWith, stopConversation } from '../support/conversation.ts';
import { type Bench, summarize } from '../support/report.ts';
import { type Service, startService } from '../support/service.ts';
import { talkThroughDrops } from './talk-through-drops.ts';

/** A question every ten seconds: some seconds of answer, some of silence. */
const TURN_MS = 10_000;

/**
 * `[--minutes 10] [--drops 3] [--engine openai]`: a conversation with each provider at once, whose connection is cut in
 * the middle of some answers. It fails where a question, an answer or the provider's memory of one is lost. The answers whose
 * connection holds are the yardstick of those that were cut.
 */
export const run: Bench = async (args, report) => {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '10' },
      drops: { type: 'string', default: '3' },
      engine: { type: 'string' },
    },
  });
  const engines = PROVIDER_ENGINES.filter((engine) => !values.engine || values.engine === engine);
  const turns = Math.max(1, Math.round((Number(values.minutes) * 60_000) / TURN_MS));
  const providers = await LocalProviders.start();
  // With keys of all providers the pipeline would have nothing to answer.
  const env = { ...providers.env('openai'), ...providers.env('gemini'), ...providers.env('elevenlabs') };
  const services = {
    providers: await startService({ env }),
    pipeline: await startService({ env: providers.env('pipeline') }),
  };
  try {
    const results = await Promise.allSettled(
      engines.map((engine) => {
        const service = engine === 'pipeline' ? services.pipeline : services.providers;
        return talk(engine, { providers, service, turns, drops: Number(values.drops) });
      }),
    );
    report.heading(`${values.minutes} minutes, ${values.drops} drops of the provider's line`);
    report.table([
      [
        '',
        'cut answer / whole one',
        'turns',
        'drops',
        'whole answers, ms (median)',
        'cut answers, ms (median)',
        'reconnects told',
        'minutes',
        'lost',
      ],
      ...results.map((result, n) =>
        result.status === 'fulfilled'
          ? rowOf(engines[n]!, turns, Number(values.drops), result.value)
          : [engines[n]!, '', turns, Number(values.drops), '', '', '', '', String(result.reason)],
      ),
    ]);
    if (results.some(({ status }) => status === 'rejected')) process.exitCode = 1;
  } finally {
    await services.providers.dispose();
    await services.pipeline.dispose();
    await providers.stop();
  }
};

interface Talked {
  told: number;
  minutes: number;
  /** Milliseconds from a question to the end of its answer. */
  wholeMs: number[];
  cutMs: number[];
}

function rowOf(
  engine: string,
  turns: number,
  drops: number,
  { told, minutes, wholeMs, cutMs }: Talked,
): (string | number)[] {
  const [whole, cut] = [summarize(wholeMs).median, summarize(cutMs).median];
  return [engine, cut / whole, turns, drops, whole, cut, told, minutes, 'nothing'];
}

interface Scene {
  providers: LocalProviders;
  service: Service;
  turns: number;
  drops: number;
}

async function talk(engine: ProviderEngine, { providers, service, turns, drops }: Scene): Promise<Talked> {
  const agent = await service.client.post('/v1/agents', {
    body: {
      provider: engine === 'pipeline' ? 'gemini' : engine,
      greetingMsg: 'Welcome.',
      ...(engine === 'elevenlabs' && { remoteId: providers.elevenlabs.agentId }),
    },
  });
  if (engine === 'openai' || engine === 'gemini') providers[engine].replies.push({ say: 'Welcome.' });
  const [avatar] = await galleryOf(service);
  const limits = { maxDuration: Math.min(3500, Math.ceil((turns * TURN_MS) / 1000) * 3 + 120) };
  const started = await startWith(service, avatar!, agent.id, limits);
  const consumer = new LiveConsumer(started.avatarIdentity);
  await consumer.join(started.serverUrl, started.token);
  await consumer.until('the greeting', () => consumer.agentTexts[0] === 'Welcome.', 60_000);
  const startedAt = performance.now();
  const read = () => service.client.get('/v3/conversations/{id}', { path: { id: started.id } });
  let asked = 0;
  const wholeMs: number[] = [];
  const cutMs: number[] = [];
  await talkThroughDrops(
    {
      type: (text) => consumer.type(text),
      lines: async () => (await read()).transcript.map(({ author, content }) => `${author}: ${content}`),
      heard: async (words) => consumer.agentTexts.at(-1)?.includes(words) === true,
      idle: async () => consumer.states.at(-1) === 'listening',
    },
    {
      engine,
      providers,
      turns,
      drops,
      onTurn: (_turn, dropped, tookMs) => (dropped ? cutMs : wholeMs).push(tookMs),
      pause: () => pause(Math.max(0, startedAt + ++asked * TURN_MS - performance.now())),
    },
  );
  const { timeline } = await read();
  const told = timeline.filter(({ content }) => /reconnecting|asking for the rest/.test(content)).length;
  await consumer.leave();
  await stopConversation(service, started.id);
  return { told, minutes: (performance.now() - startedAt) / 60_000, wholeMs, cutMs };
}
