import type { EnginePlan } from '@visavis/contracts';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../lib/testing/fake-clock.ts';
import type { EngineEvent, EngineHost, EngineTool } from '../engine.ts';
import { EngineCore } from '../engine-core.ts';
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
  return { made, events, clock };
}

describe('the standard tools', () => {
  it('are those of plan and host, and report results to the model, even empty ones', async () => {
    const searchKnowledge = (query: string) =>
      Promise.resolve(
        query === 'spa' ? [{ documentId: '1', documentName: 'Map', text: 'Upstairs', score: 1 }] : [],
      );
    const webSearch = () => Promise.resolve([{ title: 'News', url: 'https://n.example/', excerpt: 'Rain.' }]);
    const plan = { ...PLAN, search: true, emotions: true };
    const { tools } = core({ plan, searchKnowledge }, webSearch).made;
    const names = ['search_knowledge_base', 'search_web', 'express', 'end_conversation'];
    expect(tools.tools.map(({ name }) => name)).toEqual(names);
    const call = async (name: string, args: unknown) => (await tools.call('1', name, args))?.output;
    expect(await call('search_knowledge_base', { query: ' spa ' })).toBe('[1] Map: Upstairs');
    expect(await call('search_knowledge_base', { query: 'bar' })).toContain('do not invent');
    expect(await call('search_web', '{"query":"weather"}')).toBe('News (https://n.example/): Rain.');
  });

  it('hang up once, after the answer, or after a while without one', async () => {
    const { made, events, clock } = core();
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
  const runner = (run: EngineTool['run'], timeoutMs?: number) => {
    const clock = new FakeClock();
    const tool = { name: 'x', description: 'd', parameters: {}, run, ...(timeoutMs && { timeoutMs }) };
    const events: EngineEvent[] = [];
    return { runner: new ToolRunner([tool], { emit: (event) => events.push(event), clock }), clock, events };
  };

  it('reports a tool that does not exist to the model, and refuses a list as arguments', async () => {
    const { runner: open } = runner(() => Promise.resolve('ok'));
    expect(await open.call('1', 'y', {})).toMatchObject({ output: 'The tool failed: there is no tool "y".' });
    expect(await open.call('2', 'x', '[]')).toMatchObject({ failed: true });
    for (const args of [undefined, null, '', '{}', {}, '{"a":1}'])
      expect(await open.call('3', 'x', args)).toMatchObject({ output: 'ok', failed: false });
  });

  it.each([
    [undefined, 10_000],
    [25_000, 25_000],
  ])('stops waiting for a tool of %s ms after %i, and aborts it', async (timeoutMs, waitedMs) => {
    let stopped = false;
    const { runner: slow, clock } = runner((_args, signal) => {
      signal.addEventListener('abort', () => {
        stopped = true;
      });
      return new Promise(() => undefined);
    }, timeoutMs);
    const outcome = slow.call('1', 'x', {});
    await clock.advance(waitedMs - 1);
    expect(stopped).toBe(false);
    await clock.advance(1);
    expect(await outcome).toMatchObject({ output: 'The tool failed: it took too long.' });
    expect(stopped).toBe(true);
    expect(clock.pending).toBe(0);
  });

  it('refuses endless arguments without a trace', async () => {
    const { runner: strict, events } = runner(() => Promise.resolve('ok'));
    const text = 'x'.repeat(100_000);
    for (const args of [{ text }, `{"text":"${text}"}`])
      expect((await strict.call('1', 'x', args))?.output).toBe(
        'The tool failed: the call has more than 65536 characters.',
      );
    expect(events).toEqual([]);
  });

  it('ends a model’s endless round of calls', async () => {
    let runs = 0;
    const { runner: busy, clock, events } = runner(() => Promise.resolve(String(++runs)));
    for (let call = 1; call <= 30; call++) await busy.call(String(call), 'x', {});
    expect(await busy.call('31', 'x', {})).toMatchObject({
      output: 'The tool failed: tools were called too often; answer without them.',
    });
    expect(runs).toBe(30);
    await clock.advance(30_000);
    const traces = events.length;
    await busy.call('again', 'x', {});
    expect(events).toHaveLength(traces);
    await clock.advance(30_000);
    expect(await busy.call('32', 'x', {})).toMatchObject({ output: '31', failed: false });
  });
});

describe('emotionFromText', () => {
  it.each([
    ['Congratulations, that is great news!', 'happy'],
    ['I’m so sorry to hear that.', 'concerned'],
    ['Unfortunately we are full.', 'sad'],
    ['[laughs] You got me.', 'happy'],
    ['[sighs] It is what it is.', 'sad'],
    ['The spa is on the second floor.', undefined],
    ['See section [12] of the rules.', undefined],
  ])('reads "%s" as %s', (text, emotion) => expect(emotionFromText(text)).toBe(emotion));
});
