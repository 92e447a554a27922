import { describe, expect, test } from 'vitest';
import type { Engine, EngineHost } from '../../engines/engine.ts';
import type { ConversationDeps } from '../conversation-deps.ts';
import { TestStage, testPlan } from '../testing/stage.ts';

/** Says nothing, and remembers how often it was interrupted. */
class RecordingEngine implements Engine {
  readonly hears = false;
  interruptions = 0;
  interrupt(): void {
    this.interruptions++;
  }
  start = () => Promise.resolve();
  close = () => Promise.resolve();
  greet = () => undefined;
  pushAudio = () => undefined;
  sendText = () => undefined;
  updateContext = () => undefined;
  wrapUp = () => undefined;
  forget = () => undefined;
}

describe('the tools of the organization', () => {
  const tool = { id: 'tool_1', name: 'book', description: 'Books.', parameters: {}, timeoutMs: 2000 };

  async function withTool(callTool: ConversationDeps['callTool']) {
    let host!: EngineHost;
    const engine = new RecordingEngine();
    const stage = new TestStage({
      plan: testPlan({ tools: [tool] }),
      deps: {
        ...(callTool && { callTool }),
        engines: {
          builtin: (given) => {
            host = given;
            return engine;
          },
        },
      },
    });
    await stage.clock.advance(200);
    stage.room.join('user');
    await stage.clock.advance(100);
    return { stage, host, engine };
  }

  test('reach the engine, and their calls the service', async () => {
    const calls: unknown[] = [];
    const { host, stage } = await withTool((request, timeoutMs) => {
      calls.push([request, timeoutMs]);
      return Promise.resolve({ output: 'Table 7.', failed: calls.length > 1 });
    });
    const [offered] = host.tools!;
    expect(offered).toMatchObject({ name: 'book', description: 'Books.', parameters: {} });
    expect(offered!.timeoutMs).toBeGreaterThan(2000);
    const { signal } = new AbortController();
    expect(await offered!.run({ guests: 2 }, signal)).toBe('Table 7.');
    expect(calls).toEqual([[{ toolId: 'tool_1', arguments: { guests: 2 } }, 2000]]);
    // Each call has the language of its moment.
    stage.room.type('user', 'Habt ihr morgen Abend einen Tisch für uns zwei?');
    await stage.clock.advance(100);
    await expect(offered!.run({}, signal)).rejects.toThrow('Table 7.');
    expect(calls.at(-1)).toEqual([{ toolId: 'tool_1', arguments: {}, language: 'de' }, 2000]);
  });

  test('are not offered where nobody can call them', async () => {
    expect((await withTool(undefined)).host.tools).toBeUndefined();
  });

  test('whose result the model leaves uncommented do not leave the avatar thinking', async () => {
    const { stage, host } = await withTool(() => new Promise(() => undefined));
    host.emit({ type: 'thinking' });
    host.emit({ type: 'unanswered' });
    expect(stage.room.states.slice(-2)).toEqual(['thinking', 'listening']);
  });

  test('make the avatar think, and can be interrupted in silence', async () => {
    const { stage, host, engine } = await withTool(() => new Promise(() => undefined));
    host.emit({ type: 'tool_call', name: 'book', content: '{}' });
    host.emit({ type: 'thinking' });
    expect(stage.room.states.at(-1)).toBe('thinking');
    const before = engine.interruptions;
    expect(stage.room.services!.rpc['visavis.interrupt']!('user', '')).toBe('ok');
    expect(engine.interruptions).toBe(before + 1);
    expect(stage.room.states.at(-1)).toBe('listening');
    // A few words may be spoken meanwhile; the participant state does not show that the call still runs.
    expect(stage.room.services!.rpc['visavis.interrupt']!('user', '')).toBe('ok');
    expect(engine.interruptions).toBe(before + 2);
    expect(stage.timeline('interruption')).toEqual([]);
    expect(stage.timeline('tool_call')).toEqual(['{"name":"book","content":"{}"}']);
  });
});
