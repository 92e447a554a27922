import type { EnginePlan } from '@visavis/contracts';
import { describe, expect, it } from 'vitest';
import { modelFor, voiceFor } from './provider-names.ts';

const SPECIFIED =
  'Puck Charon Kore Fenrir Aoede Leda Orus Zephyr Sulafat Sadachbia Sadaltager Vindemiatrix Zubenelgenubi Achird ' +
  'Pulcherrima Gacrux Schedar Alnilam Achernar Laomedeia Rasalgethi Algenib Erinome Despina Algieba Umbriel Iapetus ' +
  'Enceladus Autonoe Callirrhoe';
const OPENAI = 'alloy marin cedar ash ballad coral echo sage shimmer verse'.split(' ');

describe('voices and models of the specification', () => {
  it('gives Gemini its own voices as they are, and OpenAI one of its own for each', () => {
    const names = SPECIFIED.split(' ');
    expect(names).toHaveLength(30);
    for (const name of names) {
      expect(voiceFor('gemini', name)).toBe(name);
      expect(OPENAI).toContain(voiceFor('openai', name));
    }
    expect(new Set(names.map((name) => voiceFor('openai', name))).size).toBe(10);
  });

  it('the other way round, too, with a default and room for new names', () => {
    for (const name of OPENAI) {
      expect(voiceFor('openai', name)).toBe(name);
      expect(SPECIFIED.split(' ')).toContain(voiceFor('gemini', name));
    }
    expect([voiceFor('openai', undefined), voiceFor('gemini', undefined)]).toEqual(['marin', 'Puck']);
    expect(voiceFor('openai', 'a-voice-of-next-year')).toBe('a-voice-of-next-year');
    expect(voiceFor('openai', 'constructor')).toBe('constructor');
  });

  it('passes models through, with defaults, and refuses those of the other provider', () => {
    const plan = (model?: string) => ({ model }) as EnginePlan;
    expect(modelFor('openai', plan())).toBe('gpt-realtime');
    expect(modelFor('openai', plan('gpt-4o-realtime-preview'))).toBe('gpt-4o-realtime-preview');
    expect(modelFor('openai', plan('local/whatever'))).toBe('local/whatever');
    expect(modelFor('gemini', plan('models/gemini-2.0-flash-live-001'))).toBe('gemini-2.0-flash-live-001');
    expect(() => modelFor('openai', plan('gemini-2.5-flash'))).toThrow('is not one of the provider openai');
    expect(() => modelFor('gemini', plan('gpt-realtime'))).toThrow('is not one of the provider gemini');
  });
});
