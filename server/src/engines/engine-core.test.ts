import { describe, expect, it } from 'vitest';
import { FakeClock } from '../lib/testing/fake-clock.ts';
import { ProviderError } from '../providers/provider-error.ts';
import { EngineCore } from './engine-core.ts';
import { EventRecorder } from './testing/event-recorder.ts';

function setUp() {
  const clock = new FakeClock();
  const recorder = new EventRecorder();
  const plan = { name: 'openai', instructions: '', search: false, emotions: false, memory: false } as const;
  const core = new EngineCore({ plan, emit: recorder.emit }, { clock, onFailed: () => undefined });
  return { clock, recorder, core };
}

describe('EngineCore', () => {
  it('reports at most 20 warnings a minute, of 500 characters each', async () => {
    const { clock, recorder, core } = setUp();
    for (let n = 0; n < 1000; n++) core.warn(`${n} ${'why '.repeat(1000)}`);
    expect(recorder.ofType('warning')).toHaveLength(20);
    expect(recorder.ofType('warning')[0]!.message).toHaveLength(500);
    await clock.advance(60_000);
    for (let n = 0; n < 1000; n++) core.notice(`${n}`);
    expect(recorder.ofType('notice')).toHaveLength(20);
  });

  it('repeats no key that a provider sends back', () => {
    const { recorder, core } = setUp();
    core.warn('Gemini sent a part of type AIzaSyA0123456789 without audio');
    expect(recorder.ofType('warning')[0]!.message).toBe('Gemini sent a part of type [secret] without audio');
  });

  it('counts at most 20 faults of a provider a minute', async () => {
    const { clock, recorder, core } = setUp();
    const error = new ProviderError({ name: 'Vendor', keySetting: 'VENDOR_API_KEY' }, 'unavailable');
    for (let n = 0; n < 1000; n++) core.warn(error);
    expect(recorder.ofType('fault')).toHaveLength(20);
    await clock.advance(3_000);
    core.fail(error);
    expect(recorder.ofType('fault')).toHaveLength(21);
  });

  it('fails if a timer of its engine throws, without affecting anything else', async () => {
    const { clock, recorder, core } = setUp();
    core.clock.after(10, () => {
      throw new Error('a fault of our own');
    });
    await clock.advance(10);
    expect(recorder.ofType('failed')).toEqual([{ type: 'failed', message: 'a fault of our own' }]);
    expect(core.ended).toBe(true);
  });

  it('passes on 20,000 characters of an utterance, and 10,000 that the user said', () => {
    const { recorder, core } = setUp();
    for (let n = 0; n < 10; n++) core.utterances.text('a', 'hello '.repeat(1000));
    expect(recorder.soFar('a').text.length).toBeLessThanOrEqual(20_000);
    core.emit({ type: 'user_transcript', itemId: 'u', text: 'x'.repeat(100_000), final: true });
    expect(recorder.ofType('user_transcript')[0]!.text).toHaveLength(10_000);
  });
});
