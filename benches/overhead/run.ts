import { parseArgs } from 'node:util';
import type { TurnMeasure } from '@visavis/server/dist/media/agent/turn-clock.js';
import { LiveConsumer } from '@visavis/tests/dist/support/live-consumer.js';
import {
  LocalProviders,
  PROVIDER_ENGINES,
  type ProviderEngine,
} from '@visavis/tests/dist/support/providers/local-providers.js';
import { ANSWERER, type BareAnswerer, openBareAnswerer } from '../support/bare-answerer.ts';
import { galleryOf, pause, type Started, startWith, stopConversation } from '../support/conversation.ts';
import { type Bench, type Report, summarize } from '../support/report.ts';
import { type Service, startService } from '../support/service.ts';

type EngineUnderTest = ProviderEngine | 'builtin';

/** Twelve seconds of sound in pieces of 300 ms, sent faster than it is heard. */
const LONG_ANSWER = { say: Array.from({ length: 40 }, (_, n) => `word${n}`).join(' '), paceMs: 40 };
const ENGINES: readonly EngineUnderTest[] = [...PROVIDER_ENGINES, 'builtin'];
/** Into the answer, when the user breaks in. */
const LISTEN_MS = 700;
/** Longer than a gap that jitter makes, shorter than the pause between rounds. */
const PAUSE_MS = 250;

interface Round {
  /** The provider sent its first sound → the engine emitted it. */
  engineMs: number;
  /** → its first audible sample left the worker. */
  playoutMs: number;
  /** → the consumer's decoder returned it. */
  transportMs: number;
  overheadMs: number;
  silenceMs: number;
  silencedBy: 'request' | 'provider';
  /** Of the tone: from the participant that sends it to the consumer's decoder, and from the call to its silence. */
  toneMs: number;
  toneSilenceMs: number;
}

/**
 * `[--rounds 20] [--engine openai]`: what the service adds to an engine. Each provider is a local server that speaks its
 * protocol; the consumer is an rtc-node client. In turns with it, what a participant's own sound takes from there to the same
 * client. Onset is the first 10 ms of decoded sound that are not silence.
 */
export const run: Bench = async (args, report) => {
  const { values } = parseArgs({
    args,
    options: { rounds: { type: 'string', default: '20' }, engine: { type: 'string' } },
  });
  const engines = values.engine ? ENGINES.filter((name) => name === values.engine) : ENGINES;
  const providers = await LocalProviders.start();
  const bare = await openBareAnswerer();
  const results = new Map<EngineUnderTest, Round[]>();
  try {
    for (const engine of engines)
      results.set(engine, await measure(engine, providers, bare, Number(values.rounds)));
  } finally {
    await bare.close();
    await providers.stop();
  }
  show(results, report);
};

async function measure(
  engine: EngineUnderTest,
  providers: LocalProviders,
  bare: BareAnswerer,
  count: number,
): Promise<Round[]> {
  const server = engine === 'builtin' ? undefined : providers[engine];
  const service = await startService({ env: engine === 'builtin' ? {} : providers.env(engine) });
  try {
    const started = await start(service, engine, providers);
    const consumer = new LiveConsumer(started.avatarIdentity);
    await consumer.join(started.serverUrl, started.token);
    await consumer.until('the greeting', () => consumer.sound.length > 0, 20_000);
    await consumer.silent(500, 20_000);
    const other = new LiveConsumer(ANSWERER);
    const joining = await bare.consumer();
    await other.join(joining.serverUrl, joining.token);
    // The first tone may come before the track is received.
    await pause(1000);
    const rounds: Round[] = [];
    for (let n = 0; n < count; n++) {
      const tone = await askForTone(other, bare);
      const pieces = server?.soundSentAt.length ?? 0;
      server?.replies.push(LONG_ANSWER);
      const asked = performance.now();
      await consumer.type(server ? `Question ${n}?` : 'What can you do?');
      const onset = await consumer.hears(asked);
      await pause(LISTEN_MS);
      const silencedBy = n % 2 === 1 && engine in DETECTS ? 'provider' : 'request';
      const brokeInAt = performance.now();
      if (silencedBy === 'provider') DETECTS[engine as keyof typeof DETECTS](providers);
      else void consumer.interrupt();
      const silence = await consumer.silenceAfter(brokeInAt, PAUSE_MS);
      const turn = await turnOf(service, started.id, n);
      const engineAt = turn.userEndedAt + turn.engineMs - performance.timeOrigin;
      const sentAt = server ? server.soundSentAt[pieces]! : engineAt;
      rounds.push({
        engineMs: engineAt - sentAt,
        playoutMs: turn.playoutMs,
        transportMs: onset - engineAt - turn.playoutMs,
        overheadMs: onset - sentAt,
        silenceMs: silence - brokeInAt,
        silencedBy,
        ...tone,
      });
      await pause(PAUSE_MS);
    }
    await other.leave();
    await consumer.leave();
    await stopConversation(service, started.id);
    return rounds;
  } finally {
    await service.dispose();
  }
}

async function askForTone(
  consumer: LiveConsumer,
  bare: BareAnswerer,
): Promise<Pick<Round, 'toneMs' | 'toneSilenceMs'>> {
  const asked = performance.now();
  await consumer.type('Go.');
  const onset = await consumer.hears(asked);
  await pause(LISTEN_MS);
  const brokeInAt = performance.now();
  void consumer.interrupt();
  const silence = await consumer.silenceAfter(brokeInAt, PAUSE_MS);
  return {
    toneMs: onset - (bare.answeredAt! - performance.timeOrigin),
    toneSilenceMs: silence - brokeInAt,
  };
}

/** The provider detects the interruption, and reports it. */
const DETECTS = {
  openai: ({ openai }: LocalProviders) => openai.interrupt(openai.connections.all.at(-1)!),
  gemini: ({ gemini }: LocalProviders) => gemini.interrupt(gemini.connections.all.at(-1)!),
  elevenlabs: ({ elevenlabs }: LocalProviders) => elevenlabs.interrupt(elevenlabs.connections.all.at(-1)!),
};

async function start(service: Service, engine: EngineUnderTest, providers: LocalProviders): Promise<Started> {
  // The pipeline and the built-in engine answer for a provider that has no key.
  const provider = engine === 'pipeline' || engine === 'builtin' ? 'gemini' : engine;
  const agent = await service.client.post('/v1/agents', {
    body: {
      provider,
      greetingMsg: 'Welcome.',
      ...(engine === 'elevenlabs' && { remoteId: providers.elevenlabs.agentId }),
    },
  });
  if (engine === 'openai' || engine === 'gemini') providers[engine].replies.push({ say: 'Welcome.' });
  return startWith(service, (await galleryOf(service))[0]!, agent.id);
}

/** From the turn's entry in the timeline, which is written a little after the turn. */
async function turnOf(service: Service, id: string, n: number): Promise<TurnMeasure> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const { timeline } = await service.client.get('/v3/conversations/{id}', { path: { id } });
    const turn = timeline.filter(({ type }) => type === 'turn')[n];
    if (turn) return JSON.parse(turn.content) as TurnMeasure;
    await pause(50);
  }
  throw new Error(`turn ${n} is not in the timeline`);
}

function show(results: ReadonlyMap<EngineUnderTest, Round[]>, report: Report): void {
  const all = [...results].map(([engine, rounds]) => {
    const median = (of: (round: Round) => number) => summarize(rounds.map(of)).median;
    const sound = median(({ overheadMs }) => overheadMs) / median(({ toneMs }) => toneMs);
    const silence = median(({ silenceMs }) => silenceMs) / median(({ toneSilenceMs }) => toneSilenceMs);
    return [engine, rounds.length, sound, silence];
  });
  report.heading('To a participant that sends its own sound, in turns with it');
  report.table([
    ['engine', 'n', 'first sound, ratio of the medians', 'silence after an interruption'],
    ...all,
  ]);
  report.heading('The engine’s first sound at the provider → first audible sample at the consumer');
  report.measured([
    {
      name: 'a tone (yardstick)',
      values: [...results.values()].flat().map(({ toneMs }) => toneMs),
      unit: 'ms',
    },
    ...[...results].map(([engine, rounds]) => ({
      name: engine,
      values: rounds.map(({ overheadMs }) => overheadMs),
      unit: 'ms',
      target: 'median ≤ 120, p95 ≤ 200',
    })),
  ]);
  report.heading('Of it');
  report.measured(
    [...results].flatMap(([engine, rounds]) => [
      { name: `${engine}: provider → engine`, values: rounds.map(({ engineMs }) => engineMs), unit: 'ms' },
      {
        name: `${engine}: → leaves the worker`,
        values: rounds.map(({ playoutMs }) => playoutMs),
        unit: 'ms',
      },
      { name: `${engine}: → the consumer`, values: rounds.map(({ transportMs }) => transportMs), unit: 'ms' },
    ]),
  );
  report.heading('Breaking in → silence at the consumer');
  report.measured(
    [...results].flatMap(([engine, rounds]) =>
      (['request', 'provider'] as const).flatMap((by) => {
        const values = rounds.flatMap((round) => (round.silencedBy === by ? [round.silenceMs] : []));
        const name = by === 'request' ? `${engine}, by a request` : `${engine}, heard by the provider`;
        return values.length > 0 ? [{ name, values, unit: 'ms', target: 'p95 ≤ 200' }] : [];
      }),
    ),
  );
}
