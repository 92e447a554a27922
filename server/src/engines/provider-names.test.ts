import type { EnginePlan } from '@visavis/contracts';
import { describe, expect, it } from 'vitest';
import { modelFor, voiceFor } from './provider-names.ts';

const plan = (fields: Partial<EnginePlan>) => fields as EnginePlan;

describe('voices and models of the specification', () => {
  it('passes voices through, with a default of the provider', () => {
    expect([voiceFor('openai', plan({})), voiceFor('gemini', plan({}))]).toEqual(['marin', 'Puck']);
    expect(voiceFor('gemini', plan({ voice: 'Kore' }))).toBe('Kore');
    expect(voiceFor('openai', plan({ voice: 'a-voice-of-next-year' }))).toBe('a-voice-of-next-year');
  });

  it('passes models through, with defaults, and refuses those of the other provider', () => {
    expect(modelFor('openai', plan({}))).toBe('gpt-realtime');
    expect(modelFor('openai', plan({ model: 'gpt-4o-realtime-preview' }))).toBe('gpt-4o-realtime-preview');
    expect(modelFor('openai', plan({ model: 'local/whatever' }))).toBe('local/whatever');
    expect(modelFor('gemini', plan({ model: 'models/gemini-2.0-flash-live-001' }))).toBe(
      'gemini-2.0-flash-live-001',
    );
    expect(() => modelFor('openai', plan({ model: 'gemini-2.5-flash' }))).toThrow(
      'is not one of the provider openai',
    );
    expect(() => modelFor('gemini', plan({ model: 'gpt-realtime' }))).toThrow(
      'is not one of the provider gemini',
    );
  });
});
