import type { EnginePlan } from '@visavis/contracts';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../lib/fake-clock.ts';
import type { EngineEvent, EngineHost, EngineTool } from '../engine.ts';
import { EngineCore } from '../engine-core.ts';
import { composeInstructions } from '../instructions.ts';
import { emotionFromText } from './emotion-from-text.ts';
import { ToolRunner } from './tool-runner.ts';

const PLAN: EnginePlan = {
  name: 'openai',
  instructions: 'Be kind.',
  search: false,
  emotions: false,
  memory: false,
};

function core(
  host: Partial<EngineHost> = {},
  webSearch?: ConstructorParameters<typeof EngineCore>[1]['webSearch'],
) {
  const events: EngineEvent[] = [];
  const clock = new FakeClock();
  const made = new EngineCore(
    { plan: PLAN, emit: (event) => events.push(event), ...host },
    { clock, webSearch, onFailed: () => undefined },
  );
  return { core: made, events, clock, names: () => made.tools.tools.map((tool) => tool.name) };
}

describe('the standard tools', () => {
  it('are offered only if plan and host provide them', () => {
    expect(core().names()).toEqual(['end_conversation']);
    const search = () => Promise.resolve([]);
    const all = core({ plan: { ...PLAN, search: true, emotions: true }, searchKnowledge: search }, search);
    expect(all.names()).toEqual(['search_knowledge_base', 'search_web', 'express', 'end_conversation']);
    // Not asked for, a search is not offered; not there, it is not claimed.
    expect(core({}, search).names()).toEqual(['end_conversation']);
    const without = core({ plan: { ...PLAN, search: true } });
    expect(without.names()).toEqual(['end_conversation']);
    const told = composeInstructions({ ...PLAN, search: true }, { tools: without.core.tools.tools });
    expect(told).toContain('You cannot search the web here');
  });

  it('report results to the model, also when there are none', async () => {
    const searchKnowledge = (query: string) =>
      Promise.resolve(
        query === 'spa' ? [{ documentId: '1', documentName: 'Map', text: 'Upstairs', score: 1 }] : [],
      );
    const webSearch = () => Promise.resolve([{ title: 'News', url: 'https://n.example/', excerpt: 'Rain.' }]);
    const { core: made } = core({ plan: { ...PLAN, search: true }, searchKnowledge }, webSearch);
    const call = async (name: string, args: unknown) => (await made.tools.call('1', name, args))?.output;
    expect(await call('search_knowledge_base', { query: ' spa ' })).toBe('[1] Map: Upstairs');
    expect(await call('search_knowledge_base', { query: 'bar' })).toContain('do not invent');
    expect(await call('search_web', '{"query":"weather"}')).toBe('News (https://n.example/): Rain.');
  });

  it('hang up once, after the answer, or after a while without one', async () => {
    const { core: made, events, clock } = core();
    const ends = () => events.filter((event) => event.type === 'end_requested').length;
    await made.tools.call('1', 'end_conversation', {});
    expect(ends()).toBe(0);
    made.answerFinished();
    made.answerFinished();
    expect(ends()).toBe(1);
    await made.tools.call('2', 'end_conversation', {});
    await clock.advance(8000);
    expect(ends()).toBe(2);
    expect(clock.pending).toBe(0);
  });
});

describe('ToolRunner', () => {
  const tool = (run: EngineTool['run']): EngineTool => ({ name: 'x', description: 'd', parameters: {}, run });
  const runner = (run: EngineTool['run'], clock = new FakeClock()) => {
    const events: EngineEvent[] = [];
    return {
      runner: new ToolRunner([tool(run)], { emit: (event) => events.push(event), clock }),
      events,
      clock,
    };
  };

  it('turns every failure into text for the model', async () => {
    const throwing = runner(() => {
      throw new Error('no luck');
    });
    expect(await throwing.runner.call('1', 'x', {})).toMatchObject({
      output: 'The tool failed: no luck.',
      failed: true,
    });
    expect(await throwing.runner.call('2', 'y', {})).toMatchObject({
      output: 'The tool failed: there is no tool "y".',
    });
    expect(await throwing.runner.call('3', 'x', '[]')).toMatchObject({ failed: true });
    const ofACall = ['tool_call', 'thinking', 'tool_result'];
    expect(throwing.events.map((event) => event.type)).toEqual([...ofACall, ...ofACall, ...ofACall]);
    expect(throwing.clock.pending).toBe(0);
  });

  it('stops waiting after the time-out and aborts the tool', async () => {
    let stopped = false;
    const { runner: slow, clock } = runner((_args, signal) => {
      signal.addEventListener('abort', () => {
        stopped = true;
      });
      return new Promise(() => undefined);
    });
    const outcome = slow.call('1', 'x', {});
    await clock.advance(10_000);
    expect(await outcome).toMatchObject({ output: 'The tool failed: it took too long.' });
    expect(stopped).toBe(true);
  });

  it('returns no result for a cancelled call', async () => {
    const { runner: slow, events } = runner(() => new Promise(() => undefined));
    const outcome = slow.call('1', 'x', {});
    slow.cancel('1');
    expect(await outcome).toBeUndefined();
    expect(events.map((event) => event.type)).toEqual(['tool_call', 'thinking']);
  });

  it('cancels running calls when the user interrupts, and reports it', async () => {
    let reason: unknown;
    const { runner: slow, events } = runner((_args, signal) => {
      signal.addEventListener('abort', () => {
        reason = signal.reason;
      });
      return new Promise(() => undefined);
    });
    const outcome = slow.call('1', 'x', {});
    await Promise.resolve();
    expect(slow.interrupt()).toEqual(['x']);
    expect(await outcome).toMatchObject({ failed: true, silent: true, cancelled: true });
    expect(reason).toBeInstanceOf(Error);
    expect(events.at(-1)).toMatchObject({
      type: 'tool_result',
      content: expect.stringContaining('cancelled'),
    });
    expect(slow.interrupt()).toEqual([]);
  });

  it('respects the time-out of each tool', async () => {
    const clock = new FakeClock();
    const patient = new ToolRunner([{ ...tool(() => new Promise(() => undefined)), timeoutMs: 25_000 }], {
      emit: () => undefined,
      clock,
    });
    let done = false;
    const outcome = patient.call('1', 'x', {}).then((it) => {
      done = true;
      return it;
    });
    await clock.advance(24_999);
    expect(done).toBe(false);
    await clock.advance(1);
    expect(await outcome).toMatchObject({ output: 'The tool failed: it took too long.' });
  });

  it('ends a model’s endless round of calls', async () => {
    let runs = 0;
    const { runner: busy, clock } = runner(() => Promise.resolve(String(++runs)));
    for (let call = 1; call <= 30; call++) await busy.call(String(call), 'x', {});
    expect(await busy.call('31', 'x', {})).toMatchObject({
      output: 'The tool failed: tools were called too often; answer without them.',
    });
    expect(runs).toBe(30);
    await clock.advance(60_000);
    expect(await busy.call('32', 'x', {})).toMatchObject({ output: '31', failed: false });
  });

  it('accepts arguments as an object or as JSON text', async () => {
    const seen: unknown[] = [];
    const { runner: open } = runner((args) => {
      seen.push(args);
      return Promise.resolve('ok');
    });
    for (const args of [undefined, null, '', '{}', {}, '{"a":1}']) await open.call('1', 'x', args);
    expect(seen).toEqual([{}, {}, {}, {}, {}, { a: 1 }]);
  });
});

describe('emotionFromText', () => {
  it.each([
    ['Congratulations, that is great news!', 'happy'],
    ['I’m so sorry to hear that.', 'concerned'],
    ['Unfortunately we are full.', 'sad'],
    ['Wow, really?', 'surprised'],
    ['Let me check.', 'thinking'],
    ['[laughs] You got me.', 'happy'],
    ['[sighs] It is what it is.', 'sad'],
    ['The spa is on the second floor.', undefined],
    ['See section [12] of the rules.', undefined],
    ['', undefined],
  ])('reads "%s" as %s', (text, emotion) => {
    expect(emotionFromText(text)).toBe(emotion);
  });
});
