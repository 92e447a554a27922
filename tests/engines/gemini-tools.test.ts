import { describe, expect, it } from 'vitest';
import type { EngineTool, GeminiOptions } from '../support/inside/engines.ts';
import type { EngineRun } from '../support/providers/engine-run.ts';
import type { GeminiServer } from '../support/providers/gemini-server.ts';
import type { Json } from '../support/providers/protocol-server.ts';
import { passages } from './engine-fixture.ts';
import { geminiFixture } from './gemini-fixture.ts';

describe('tools of models that keep talking while the tools run', () => {
  const fixture = geminiFixture();
  let server: GeminiServer;
  let run: EngineRun;
  let finish: (answer: string) => void;

  const orderTaxi: EngineTool = {
    name: 'order_taxi',
    description: 'Orders a taxi.',
    parameters: { type: 'object', properties: {} },
    run: () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
  };

  async function start(options: Partial<GeminiOptions> = {}) {
    const started = await fixture.start({
      plan: { emotions: true },
      tools: [orderTaxi],
      passages,
      ...options,
    });
    ({ run, server } = started);
    return { line: started.line, setup: started.line.setup as { tools: Json[]; generationConfig: Json } };
  }

  it('are declared as blocking or non-blocking', async () => {
    const { setup } = await start();
    const declared = setup.tools.flatMap((tool) => tool.functionDeclarations as Json[]);
    expect(declared.map(({ name, behavior }) => [name, behavior])).toEqual([
      ['search_knowledge_base', 'BLOCKING'],
      ['express', 'NON_BLOCKING'],
      ['end_conversation', 'NON_BLOCKING'],
      ['order_taxi', 'NON_BLOCKING'],
    ]);
  });

  it('report a slow result when it arrives and nothing else is being said', async () => {
    const { line } = await start();
    server.replies.push({ say: 'One moment.', calls: [{ name: 'order_taxi', args: {} }] });
    expect(await run.ask('A taxi, please.')).toBe('One moment.');
    // The microphone audio is sent meanwhile.
    server.userWords.push('And how is the weather?');
    server.replies.push({ say: 'It is sunny today', holdAfterMs: 600 });
    run.speak(600);
    const { utteranceId } = await run.next('utterance_started');
    await run.next('audio', () => run.said(utteranceId).audioMs === 600);
    server.replies.push({ say: 'Your taxi has the number 42.' });
    finish('The number is 42.');
    const response = await line.received.next('response', (message) => 'toolResponse' in message);
    expect(JSON.stringify(response)).toContain('"scheduling":"WHEN_IDLE"');
    server.release(line);
    await run.next('utterance_finished', (event) => event.utteranceId === utteranceId);
    expect(run.said(utteranceId).text).toBe('It is sunny today');
    expect((await run.nextUtterance()).text).toBe('Your taxi has the number 42.');
    expect(run.all('failed')).toEqual([]);
  });

  it('are not reported as unanswered if nothing was said beside the call', async () => {
    const { line } = await start();
    server.replies.push({ calls: [{ name: 'order_taxi', args: {} }] }, { say: 'Done.' });
    run.engine.sendText('A taxi, please.');
    await run.next('tool_call');
    await line.flushed();
    finish('The number is 42.');
    expect((await run.nextUtterance()).text).toBe('Done.');
    expect(run.all('unanswered')).toEqual([]);
  });

  it('use the thinking level that the name of the model implies, or that the operator has set', async () => {
    const { setup } = await start({ model: 'gemini-3.8-live-extended-thinking' });
    expect(setup.generationConfig.thinkingConfig).toEqual({ thinkingLevel: 'LOW' });
    await run.engine.close();
    const high = await start({ model: 'gemini-3.8-live-extended-thinking', thinkingLevel: 'high' });
    expect(high.setup.generationConfig.thinkingConfig).toEqual({ thinkingLevel: 'HIGH' });
    await run.engine.close();
    expect((await start()).setup.generationConfig).not.toHaveProperty('thinkingConfig');
  });

  it('are waited for while the model reports that it is still thinking', async () => {
    const { line } = await start({ model: 'gemini-3.8-live-extended-thinking' });
    server.replies.push({ say: 'Let me think.' });
    run.engine.sendText('What is the answer?');
    await run.nextUtterance();
    line.sendAsBinary({ serverContent: { interactionStatus: 'IN_PROGRESS' } });
    await line.flushed();
    expect(run.events.all.at(-1)).toEqual({ type: 'thinking' });
    line.sendAsBinary({ serverContent: { interactionStatus: 'IDLE' } });
    await run.next('unanswered');
  });
});
