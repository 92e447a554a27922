import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DEADLINE_MS } from '../support/deadlines.ts';
import { readElevenLabsEvent, readGeminiMessage, readOpenAiEvent } from '../support/inside/wire.ts';
import { engineOf } from '../support/providers/engine-of.ts';
import { EngineRun } from '../support/providers/engine-run.ts';
import { LocalProviders, type ProviderEngine } from '../support/providers/local-providers.ts';
import type { Json } from '../support/providers/protocol-server.ts';
import { IGNORED_ELEVENLABS, IGNORED_GEMINI, IGNORED_OPENAI } from './known-events.ts';
import type { Schema } from './prepare.ts';
import { mutationsOf, samplesOf } from './samples.ts';
import { VendorSchemas } from './vendor-schemas.ts';

type SocketEngine = Exclude<ProviderEngine, 'pipeline'>;

interface KnownEvent {
  engine: SocketEngine;
  /** The `type` of the event. For Gemini, the field of the message, or `serverContent.` and the field inside. */
  name: string;
  samples: Json[];
  ignored: boolean;
  /** Returns what the engine's parser reads from a message. */
  read: (message: Json) => unknown;
}

/** After many of these the engine may treat the provider as broken: it reports that and ends the conversation. */
const MAY_END: Record<string, RegExp> = { 'response.done': /^OpenAI /, error: /^(?:OpenAI|ElevenLabs) / };
/** The types allow any media type; a conversation only has audio. */
const GEMINI_SOUND: Json = {
  serverContent: {
    modelTurn: { parts: [{ inlineData: { mimeType: 'audio/pcm;rate=24000', data: 'AAAA' } }] },
  },
};
const ANSWER = 'Yes, I hear you well.';

const schemas = new VendorSchemas();
const counts = new Map<ProviderEngine, { events: number; samples: number; mutations: number }>();
const EVENTS = [...openAiEvents(), ...geminiEvents(), ...elevenLabsEvents()];

test.each(EVENTS)('$engine: $name is handled, or deliberately ignored', ({ ignored, samples, read }) => {
  const events = samples.flatMap((sample) => read(sample) ?? []);
  if (ignored) expect(events).toEqual([]);
  else expect(events).toContainEqual(expect.objectContaining({ type: expect.any(String) }));
});

describe.each(EVENTS)('$engine takes $name', ({ engine: name, name: event, samples }) => {
  let providers: LocalProviders;
  let run: EngineRun;

  beforeEach(async () => {
    providers = await LocalProviders.start();
    run = new EngineRun(engineOf(name, providers), {
      plan: { name, ...(name === 'elevenlabs' && { remoteId: providers.elevenlabs.agentId }) },
    });
    await run.engine.start();
    run.engine.greet();
    await run.nextUtterance();
  });

  afterEach(async () => {
    await run.engine.close();
    // The engine may break the protocol after the server has done so, and that does not count.
    providers[name].violations.length = 0;
    await providers.stop();
  });

  test('in every valid and broken form, and continues the conversation', async () => {
    const mutations = [...mutationsOf(samples[0]!), ...mutationsOf(samples[1]!)];
    const messages = [...samples, ...mutations];
    let sent = 0;
    for (const message of messages) {
      const line = await openLine();
      if (!line) break;
      line.send(message);
      await line.flushed();
      sent++;
    }
    expect(sent).toBeGreaterThan(0);
    count(name, Math.min(sent, samples.length), Math.max(0, sent - samples.length));
    const last = await openLine();
    const ending = run.all('failed')[0]?.message;
    if (ending !== undefined) {
      expect(ending).toMatch(MAY_END[event] ?? /^never$/);
      return;
    }
    // An `error` of ElevenLabs ends the conversation, and then the connection.
    const mayHangUp = name === 'elevenlabs' && event === 'error';
    if (!last) {
      expect(mayHangUp).toBe(true);
      return;
    }
    expect(sent).toBe(messages.length);
    last.end(1012, 'Service restart');
    if (mayHangUp) {
      await run.next('end_requested');
      return;
    }
    const since = run.events.all.length;
    run.engine.sendText('Are you there?');
    await run.next('text', ({ text }) => run.events.all.length > since && ANSWER.startsWith(text.trim()));
  });

  /**
   * Returns the engine's current connection, which may be new, because some events end the old one; `undefined`
   * if the engine has reported the end of the conversation.
   * @throws Error if there is neither a connection nor an end
   */
  async function openLine() {
    const latest = performance.now() + DEADLINE_MS;
    while (run.all('failed').length === 0) {
      const line = providers[name].connections.all.at(-1)!;
      const isReady = 'session' in line ? line.session : 'setup' in line ? line.setup : line.initiation;
      if (line.isOpen && isReady) return line;
      if (run.all('end_requested').length > 0) break;
      if (performance.now() > latest) throw new Error(`after ${event} there was no new line, and no end`);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    return undefined;
  }
});

test('pipeline takes chunks of chat completions: in every valid and broken form, and continues the conversation', async () => {
  const providers = await LocalProviders.start();
  const run = new EngineRun(engineOf('pipeline', providers), { plan: { name: 'pipeline' } });
  try {
    await run.engine.start();
    const samples = schemas.variants('ChatChunk').flatMap((variant) => samplesOf(variant, schemas)) as Json[];
    const mutations = [...mutationsOf(samples[0]!), ...mutationsOf(samples[1]!)];
    const server = providers.pipeline;
    for (let at = 0, all = [...samples, ...mutations]; at < all.length; at += 50) {
      server.replies.push({ chunks: all.slice(at, at + 50), say: ANSWER });
      run.engine.sendText('Go on.');
      await run.next('utterance_finished');
    }
    run.engine.sendText('Are you there?');
    await run.next('utterance_finished', ({ utteranceId }) => run.said(utteranceId).text === ANSWER);
    expect(run.all('failed')).toEqual([]);
    count('pipeline', samples.length, mutations.length);
  } finally {
    await run.engine.close();
    providers.pipeline.violations.length = 0;
    await providers.stop();
  }
});

afterAll(() => {
  const told = [...counts].map(
    ([name, { events, samples, mutations }]) =>
      `${name} ${events} events in ${samples} shapes and ${mutations} misshapes`,
  );
  console.log(`Fed into the engines: ${told.join('; ')}`);
});

function count(name: ProviderEngine, samples: number, mutations: number): void {
  const known = counts.get(name) ?? { events: 0, samples: 0, mutations: 0 };
  counts.set(name, {
    events: known.events + 1,
    samples: known.samples + samples,
    mutations: known.mutations + mutations,
  });
}

function openAiEvents(): KnownEvent[] {
  return schemas.variants('OpenAiServerMessage').map((variant) => ({
    ...named(variant, IGNORED_OPENAI),
    engine: 'openai',
    read: readOpenAiEvent,
  }));
}

function elevenLabsEvents(): KnownEvent[] {
  return schemas.variants('ElevenLabsServerMessage').map((variant) => ({
    ...named(variant, IGNORED_ELEVENLABS),
    engine: 'elevenlabs',
    read: readElevenLabsEvent,
  }));
}

function named(variant: Schema, ignored: Record<string, string>) {
  const name = String(variant.properties!.type!.const);
  return { name, ignored: name in ignored, samples: samplesOf(variant, schemas) as Json[] };
}

/** A Gemini message is one object with a field for each kind of event. */
function geminiEvents(): KnownEvent[] {
  const [message] = schemas.variants('GeminiServerMessage');
  const fieldsOf = (schema: Schema) => Object.entries(schemas.resolve(schema).properties ?? {});
  const event = (name: string, schema: Schema, wrap: (value: unknown) => Json): KnownEvent => {
    const [least, ...rest] = samplesOf(schema, schemas).map(wrap);
    const samples = [least!, ...rest, ...(name === 'serverContent.modelTurn' ? [GEMINI_SOUND] : [])];
    return { engine: 'gemini', name, ignored: name in IGNORED_GEMINI, samples, read: readGeminiMessage };
  };
  return fieldsOf(message!).flatMap(([field, schema]) =>
    field === 'serverContent'
      ? fieldsOf(schema).map(([inner, innerSchema]) =>
          event(`${field}.${inner}`, innerSchema, (value) => ({ [field]: { [inner]: value } })),
        )
      : [event(field, schema, (value) => ({ [field]: value }))],
  );
}
