import { LiveConsumer } from '@visavis/tests/dist/support/live-consumer.js';
import {
  LocalProviders,
  PROVIDER_ENGINES,
  type ProviderEngine,
} from '@visavis/tests/dist/support/providers/local-providers.js';
import type { Bench } from '../support/bench.ts';
import {
  galleryOf,
  type Started,
  startConversation,
  stopConversation,
  turnsOf,
} from '../support/conversation.ts';
import { ask } from '../support/processes.ts';
import type { Report, Series } from '../support/report.ts';
import { openBareRoom, PUBLISHER, startEmbedded } from '../support/rooms.ts';
import { pause, within } from '../support/scope.ts';
import { type Service, startService } from '../support/service.ts';

type Engine = ProviderEngine | 'builtin';
type BareRoom = Awaited<ReturnType<typeof openBareRoom>>;

const ENGINES: readonly Engine[] = [...PROVIDER_ENGINES, 'builtin'];
/** Twelve seconds of audio in chunks of 300 ms, sent faster than real time. */
const LONG_ANSWER = { say: Array.from({ length: 40 }, (_, n) => `word${n}`).join(' '), paceMs: 40 };
/** How far into the answer the user interrupts. */
const LISTEN_MS = 700;
/** Longer than a gap caused by jitter, shorter than the pause between rounds. */
const PAUSE_MS = 250;

interface Round {
  /** The provider sent its first audio → the engine emitted it → it left the worker → the consumer's decoder returned it. */
  engineMs: number;
  playoutMs: number;
  transportMs: number;
  overheadMs: number;
  silenceMs: number;
  silencedBy: 'request' | 'provider';
  /** Times of a participant's own tone: from its source to the consumer's decoder, and from the call to silence. */
  toneMs: number;
  toneSilenceMs: number;
}

/** Makes a provider detect and report the interruption. */
const DETECTS = {
  openai: ({ openai }: LocalProviders) => openai.interrupt(openai.connections.all.at(-1)!),
  gemini: ({ gemini }: LocalProviders) => gemini.interrupt(gemini.connections.all.at(-1)!),
  elevenlabs: ({ elevenlabs }: LocalProviders) => elevenlabs.interrupt(elevenlabs.connections.all.at(-1)!),
};

/**
 * Each provider is a local server with its protocol, the consumer an rtc-node client. Alternately, the path of a
 * participant's own tone to the same client is measured. Onset is the first 10 ms of decoded audio that are not silent.
 */
export async function run({ options, scope, report }: Bench): Promise<void> {
  const { rounds, engine } = options({ rounds: 20, engine: '' });
  const providers = await LocalProviders.start();
  scope.later(() => providers.stop());
  const bare = await openBareRoom(scope, await startEmbedded(scope), 'answering');
  const results = new Map<Engine, Round[]>();
  for (const each of ENGINES.filter((name) => !engine || name === engine))
    results.set(each, await measure(each, providers, bare, rounds));
  show(results, report);
}

function measure(engine: Engine, providers: LocalProviders, bare: BareRoom, count: number): Promise<Round[]> {
  return within(async (scope) => {
    const server = engine === 'builtin' ? undefined : providers[engine];
    const service = await startService(scope, engine === 'builtin' ? {} : providers.env(engine));
    const started = await start(service, engine, providers);
    const consumer = new LiveConsumer(started.avatarIdentity);
    await consumer.join(started.serverUrl, started.token);
    scope.later(() => consumer.leave());
    await consumer.until('the greeting', () => consumer.sound.length > 0, 60_000);
    await consumer.silent(500, 60_000);
    const other = new LiveConsumer(PUBLISHER);
    const place = await bare.consumer();
    await other.join(place.serverUrl, place.token);
    scope.later(() => other.leave());
    // The first tone may come before the track is subscribed to.
    await pause(1000);
    const rounds: Round[] = [];
    for (let n = 0; n < count; n++) {
      const answering = ask<{ answeredAt: number }>(bare.child);
      const tone = await askAndBreakIn(other, 'Go.', () => void other.interrupt());
      const { answeredAt } = await answering;
      const pieces = server?.soundSentAt.length ?? 0;
      server?.replies.push(LONG_ANSWER);
      const silencedBy = n % 2 === 1 && engine in DETECTS ? 'provider' : 'request';
      const breakIn = () => {
        if (silencedBy === 'provider') DETECTS[engine as keyof typeof DETECTS](providers);
        else void consumer.interrupt();
      };
      const question = server ? `Question ${n}?` : 'What can you do?';
      const { onset, silenceMs } = await askAndBreakIn(consumer, question, breakIn);
      const turn = await turnOf(service, started.id, n);
      const engineAt = turn.userEndedAt + turn.engineMs - performance.timeOrigin;
      const sentAt = server ? server.soundSentAt[pieces]! : engineAt;
      rounds.push({
        engineMs: engineAt - sentAt,
        playoutMs: turn.playoutMs,
        transportMs: onset - engineAt - turn.playoutMs,
        overheadMs: onset - sentAt,
        silenceMs,
        silencedBy,
        toneMs: tone.onset - (answeredAt - performance.timeOrigin),
        toneSilenceMs: tone.silenceMs,
      });
      await pause(PAUSE_MS);
    }
    await stopConversation(service.client, started.id);
    return rounds;
  });
}

async function askAndBreakIn(consumer: LiveConsumer, text: string, breakIn: () => void) {
  const asked = performance.now();
  await consumer.type(text);
  const onset = await consumer.hears(asked, 60_000);
  await pause(LISTEN_MS);
  const brokeInAt = performance.now();
  breakIn();
  return { onset, silenceMs: (await consumer.silenceAfter(brokeInAt, PAUSE_MS, 60_000)) - brokeInAt };
}

async function start({ client }: Service, engine: Engine, providers: LocalProviders): Promise<Started> {
  const agent = await client.post('/v1/agents', {
    body: {
      // The pipeline and the built-in engine answer for a provider that has no key.
      provider: engine === 'pipeline' || engine === 'builtin' ? 'gemini' : engine,
      greetingMsg: 'Welcome.',
      ...(engine === 'elevenlabs' && { remoteId: providers.elevenlabs.agentId }),
    },
  });
  if (engine === 'openai' || engine === 'gemini') providers[engine].replies.push({ say: 'Welcome.' });
  return startConversation(client, (await galleryOf(client))[0]!, { agent: { id: agent.id } });
}

/** Returns the turn from its timeline entry, which is written shortly after the turn. */
async function turnOf({ client }: Service, id: string, n: number) {
  for (let attempt = 0; attempt < 100; attempt++) {
    const turn = (await turnsOf(client, id))[n];
    if (turn) return turn;
    await pause(50);
  }
  throw new Error(`turn ${n} is not in the timeline`);
}

function show(results: ReadonlyMap<Engine, Round[]>, report: Report): void {
  const each = (make: (engine: Engine, rounds: Round[]) => Series[]) =>
    [...results].flatMap(([engine, rounds]) => make(engine, rounds));
  const unit = 'ms';
  const tone = [...results.values()].flat();
  report.heading('The engine’s first sound at the provider → first audible sample at the consumer');
  report.measured([
    { name: 'a tone (yardstick)', values: tone.map(({ toneMs }) => toneMs), unit },
    ...each((engine, rounds) => [
      {
        name: engine,
        values: rounds.map(({ overheadMs }) => overheadMs),
        unit,
        to: rounds.map(({ toneMs }) => toneMs),
        target: 'median ≤ 120, p95 ≤ 200',
      },
      { name: 'of it: provider → engine', values: rounds.map(({ engineMs }) => engineMs), unit },
      { name: 'of it: → leaves the worker', values: rounds.map(({ playoutMs }) => playoutMs), unit },
      { name: 'of it: → the consumer', values: rounds.map(({ transportMs }) => transportMs), unit },
    ]),
  ]);
  report.heading('Breaking in → silence at the consumer');
  report.measured([
    { name: 'a tone (yardstick)', values: tone.map(({ toneSilenceMs }) => toneSilenceMs), unit },
    ...each((engine, rounds) =>
      (['request', 'provider'] as const).flatMap((by) => {
        const own = rounds.filter(({ silencedBy }) => silencedBy === by);
        const name = by === 'request' ? `${engine}, by a request` : `${engine}, heard by the provider`;
        const [values, to] = [own.map(({ silenceMs }) => silenceMs), own.map((one) => one.toneSilenceMs)];
        return own.length > 0 ? [{ name, values, unit, to, target: 'p95 ≤ 200' }] : [];
      }),
    ),
  ]);
}
