import { expect, test } from 'vitest';
import { planEngine } from '../domain/conversations/plan-engine.ts';
import type { Speech } from '../domain/conversations/resolve-persona.ts';
import { PROVIDERS } from '../providers/realtime/providers.ts';
import { createEngineChoice } from './engine-choice.ts';

const CHARACTER: Speech = {
  provider: 'gemini',
  isAnyProvider: true,
  model: null,
  voice: 'Sulafat',
  voiceInstructions: 'Warmly.',
  instructions: null,
  greeting: null,
  apology: null,
  waitMsgs: null,
  remoteId: null,
  search: false,
  emotions: true,
  memory: false,
  onBackchannel: 'ignore',
  turnTaking: { patience: 'normal', minSilenceMs: 200, maxSilenceMs: 1500 },
  language: null,
  toolIds: [],
};
const plan = (speech: Speech, providers: Record<string, object>) =>
  planEngine(
    speech,
    'Mira',
    null,
    {},
    createEngineChoice(PROVIDERS, { production: false, providers, furtherModels: {}, pipeline: {} }),
  );

test("an organization without a chosen provider uses the provider of the service, with that provider's voice", () => {
  const { plan: planned, warnings } = plan(CHARACTER, { openai: {} });
  expect(planned).toMatchObject({ name: 'openai' });
  expect(planned.voice).toBeUndefined();
  expect(warnings).toEqual([]);
  expect(plan(CHARACTER, { openai: {}, gemini: {} }).plan).toMatchObject({
    name: 'gemini',
    voice: 'Sulafat',
  });
});

test('a provider that was chosen is never replaced by another one', () => {
  const { plan: planned, warnings } = plan({ ...CHARACTER, isAnyProvider: false }, { openai: {} });
  expect(planned.name).toBe('builtin');
  expect(warnings.join()).toContain('GEMINI_API_KEY is not set');
});

test('a service without any provider asks for no key', () => {
  expect(plan(CHARACTER, {}).warnings).toEqual([
    'This service has no model yet, so the built-in offline engine answers.',
  ]);
});
