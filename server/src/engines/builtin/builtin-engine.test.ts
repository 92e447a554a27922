import type { EnginePlan, FoundPassage } from '@visavis/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import { describeEngineConformance } from '../conformance.ts';
import type { Engine, EngineHost } from '../engine.ts';
import { EventRecorder } from '../event-recorder.ts';
import { type BuiltinEngineOptions, createBuiltinEngine } from './builtin-engine.ts';
import { cutAtPunctuation, ScriptedVoice } from './scripted-voice.ts';

const PLAN = {
  name: 'builtin',
  instructions: 'You are Ada, the receptionist of Hotel Miramar.',
  greeting: 'Welcome to Hotel Miramar, how may I help you?',
  search: false,
  emotions: true,
  memory: false,
} satisfies EnginePlan;

const TEXT =
  '# Breakfast\n\nBreakfast is served from 7 to 10:30 on the terrace, with a view of the sea, fresh bread, ' +
  'fruit from the garden, eggs as you like them, and coffee without end. Late risers find a smaller buffet until noon.';
const PASSAGE: FoundPassage = { documentId: 'doc_1', documentName: 'Guest guide.pdf', text: TEXT, score: 2 };

/** No playout limits the pace: answers are made as fast as they can be. */
const MAX_AHEAD_MS = 600_000;
const clock = () => Date.UTC(2026, 10, 20, 9, 30);

describeEngineConformance('the builtin engine', () => {
  const voice = new ScriptedVoice({ delayMs: 2 });
  return Promise.resolve({
    factory: createBuiltinEngine({
      voice,
      splitClauses: cutAtPunctuation,
      now: clock,
      seed: 7,
      maxAheadMs: MAX_AHEAD_MS,
    }),
    plan: PLAN,
    searchKnowledge: () => Promise.resolve([PASSAGE]),
    shortTurn: 'hello',
    longTurn: 'When is breakfast served?',
    goodbyeTurn: 'OK, thanks, goodbye!',
    knowsContext: async (engine, recorder) => {
      const since = recorder.mark();
      engine.sendText('Where is the parcel?');
      expect((await recorder.utterance(since)).text).toContain('Rotterdam');
    },
    close: () => voice.close(),
  });
});

describe('the builtin engine', () => {
  const engines: Engine[] = [];
  afterEach(async () => {
    for (const engine of engines.splice(0)) await engine.close();
  });

  function open(options: Partial<BuiltinEngineOptions & Omit<EngineHost, 'emit'>> = {}) {
    const recorder = new EventRecorder();
    const { plan = PLAN, searchKnowledge, ...rest } = options;
    const voice = rest.voice ?? new ScriptedVoice();
    const factory = createBuiltinEngine({
      voice,
      splitClauses: cutAtPunctuation,
      now: clock,
      seed: 1,
      maxAheadMs: MAX_AHEAD_MS,
      ...rest,
    });
    const engine = factory({ plan, emit: recorder.emit, ...(searchKnowledge && { searchKnowledge }) });
    engines.push(engine);
    const ask = async (text: string) => {
      const since = recorder.mark();
      engine.sendText(text);
      return (await recorder.utterance(since)).text;
    };
    return { engine, recorder, ask };
  }

  const withBreakfast = { searchKnowledge: () => Promise.resolve([PASSAGE]) };

  it('makes the first clause at once, and others no further ahead than is allowed', async () => {
    const voice = new ScriptedVoice();
    const { engine, recorder } = open({ ...withBreakfast, voice, maxAheadMs: 200 });
    engine.sendText('When is breakfast served?');
    await recorder.waitFor('audio');
    // Enough timer turns to make all other clauses, if that were allowed: this voice takes one turn for each.
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
    expect(voice.asked).toHaveLength(1);
  });

  it('goes on from the clause that was cut', async () => {
    const { engine, recorder, ask } = open(withBreakfast);
    const whole = await ask('When is breakfast served?');
    const clauses = recorder.ofType('audio');
    const heardMs =
      [clauses[0]!, clauses[1]!].reduce(
        (sum, { pcm, sampleRate }) => sum + (pcm.length / sampleRate) * 1000,
        0,
      ) + 100;
    engine.interrupt({ utteranceId: clauses[0]!.utteranceId, heardMs, heardText: '' });
    await ask('stop');
    const rest = await ask('go on');
    const third = clauses[2]!.text!.trim();
    expect(rest).toContain(whole.slice(whole.indexOf(third)));
    expect(rest).not.toContain(clauses[1]!.text!.trim());
  });

  it('shows a face that fits the words, only when the plan wants emotions', async () => {
    const feeling = open();
    await feeling.ask('I am so sad today');
    expect(feeling.recorder.ofType('emotion')).toEqual([{ type: 'emotion', emotion: 'concerned' }]);
    const stoic = open({ plan: { ...PLAN, emotions: false } });
    await stoic.ask('I am so sad today');
    expect(stoic.recorder.ofType('emotion')).toEqual([]);
  });

  it('does not wait for a knowledge base that hangs', async () => {
    const { recorder, ask } = open({ searchKnowledge: () => Promise.race([]), searchTimeoutMs: 20 });
    expect(await ask('When is breakfast served?')).toMatch(/cannot reach|do not answer/);
    expect(recorder.ofType('warning')).toHaveLength(1);
  });

  it('shows the text that the voice fails to speak, and fails only after repeated failures', async () => {
    const shown = open({ voice: new ScriptedVoice({ fails: (clause) => clause.startsWith('Welcome') }) });
    shown.engine.greet();
    expect((await shown.recorder.utterance()).text).toBe(PLAN.greeting);
    expect(shown.recorder.ofType('text')).toHaveLength(1);
    expect(shown.recorder.ofType('warning')).toHaveLength(1);

    const mute = open({ ...withBreakfast, voice: new ScriptedVoice({ fails: () => true }) });
    mute.engine.sendText('When is breakfast served?');
    await mute.recorder.waitFor('failed');
  });

  it('shows the greeting in a script that its voice cannot say', async () => {
    const { engine, recorder } = open({ plan: { ...PLAN, greeting: '欢迎光临' }, splitClauses: () => [] });
    engine.greet();
    expect((await recorder.utterance()).text).toBe('欢迎光临');
  });
});
