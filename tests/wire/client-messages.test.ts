import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PROVIDERS } from '../support/inside.ts';
import { LocalProviders, type ProviderEngine } from '../support/providers/local-providers.ts';
import type { Json, MessageKind } from '../support/providers/protocol-server.ts';
import { vendorVersions } from './prepare.ts';
import { VendorSchemas, type WireType } from './vendor-schemas.ts';
import { converse, PLANS } from './whole-conversation.ts';

/** Messages that each engine must have sent for a meaningful check: the `type` of a message, or its only field. */
const EXPECTED: Record<ProviderEngine, string[]> = {
  openai: [
    'session.update',
    'input_audio_buffer.append',
    'conversation.item.create',
    'conversation.item.truncate',
    'conversation.item.delete',
    'response.create',
    'response.cancel',
  ],
  gemini: ['setup', 'clientContent', 'realtimeInput', 'toolResponse'],
  elevenlabs: [
    'conversation_initiation_client_data',
    'user_audio_chunk',
    'user_message',
    'contextual_update',
    'client_tool_result',
    'pong',
  ],
  pipeline: ['chat', 'speech'],
};

const TYPES: Record<ProviderEngine, Partial<Record<MessageKind, WireType>>> = {
  openai: { frame: 'OpenAiClientMessage' },
  gemini: { frame: 'GeminiClientMessage' },
  elevenlabs: { frame: 'ElevenLabsClientMessage' },
  pipeline: { chat: 'ChatRequest', speech: 'SpeechRequest' },
};

/** The Base64 of the picture that `converse` sends. */
const PICTURE = 'iVBORw0KGgo=';

const schemas = new VendorSchemas();
const counts = new Map<ProviderEngine, number>();

describe.each(Object.keys(EXPECTED) as ProviderEngine[])('what the engine %s sends', (name) => {
  let providers: LocalProviders;
  let taken: { message: Json; kind: MessageKind }[];

  beforeEach(async () => {
    providers = await LocalProviders.start();
    taken = [];
    providers[name].onTaken = (message, kind) => taken.push({ message, kind });
  });

  afterEach(() => providers.stop());

  test.each(Object.keys(PLANS) as (keyof typeof PLANS)[])(
    "with a %s plan conforms to the vendor's schema",
    async (plan) => {
      // The local server sends a ping as soon as the connection is open.
      const pinging = setInterval(() => {
        const line = providers.elevenlabs.connections.all.at(-1);
        if (line?.initiation && line.openPings.size === 0) providers.elevenlabs.ping(line);
      }, 20);
      try {
        await converse(name, providers, PLANS[plan]);
      } finally {
        clearInterval(pinging);
      }
      const faults = taken.flatMap(({ message, kind }) => {
        const type = TYPES[name][kind];
        const found = type ? schemas.faults(type, message) : [`${kind} was not expected`];
        return found.map((fault) => `${labelOf(message, kind)}: ${fault}`);
      });
      expect([...new Set(faults)]).toEqual([]);
      const sent = new Set(taken.map(({ message, kind }) => labelOf(message, kind)));
      expect([...sent].sort()).toEqual(expect.arrayContaining(EXPECTED[name].sort()));
      if (name === 'elevenlabs') {
        const [opening] = taken.filter(({ message }) => 'custom_llm_extra_body' in message);
        expect(opening?.message.custom_llm_extra_body).toEqual({ tier: 'gold' });
      }
      // Engines with vision get the picture in the vendor's format; the others have no method for it.
      const { vision } = PROVIDERS.find(({ id }) => id === name)?.capabilities ?? { vision: false };
      const pictures = taken.filter(({ message }) => JSON.stringify(message).includes(PICTURE));
      expect(pictures).toHaveLength(vision ? 1 : 0);
      counts.set(name, (counts.get(name) ?? 0) + taken.length);
    },
  );
});

test("a message that is not in its vendor's schema is detected", () => {
  const faults = (type: WireType, message: Json) => schemas.faults(type, message);
  expect(faults('OpenAiClientMessage', { type: 'response.begin' })).not.toEqual([]);
  expect(faults('OpenAiClientMessage', { type: 'response.create', voice: 'marin' })).not.toEqual([]);
  expect(faults('OpenAiClientMessage', { type: 'input_audio_buffer.append' })).not.toEqual([]);
  expect(faults('GeminiClientMessage', { realtimeInput: { sound: 'AAAA' } })).not.toEqual([]);
  expect(
    faults('GeminiClientMessage', { setup: { generationConfig: { responseModalities: ['SOUND'] } } }),
  ).not.toEqual([]);
  expect(faults('ElevenLabsClientMessage', { type: 'pong' })).not.toEqual([]);
  expect(faults('ElevenLabsClientMessage', { user_audio_chunk: 1 })).not.toEqual([]);
  expect(faults('ChatRequest', { model: 'm', stream: true })).not.toEqual([]);
});

afterAll(() => {
  const told = [...counts].map(([name, count]) => `${name} ${count}`).join(', ');
  console.log(`Messages sent and checked against ${vendorVersions()}: ${told}`);
});

function labelOf(message: Json, kind: MessageKind): string {
  if (kind !== 'frame') return kind;
  return typeof message.type === 'string' ? message.type : (Object.keys(message)[0] ?? 'nothing');
}
