import { beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../support/inside/engines.ts';
import type { PipelineServer } from '../support/providers/pipeline-server.ts';
import { ORDER_TAXI, passages } from './engine-fixture.ts';
import { type PipelineRunOptions, speechBy, usePipelines } from './pipeline-fixture.ts';

/** Whether a request only computes what the next one begins with. */
const isAhead = (chat: Record<string, unknown>) => chat.max_tokens === 0;

describe('the pipeline engine, with existing servers', () => {
  const { fixture, start } = usePipelines();
  let server: PipelineServer;
  beforeEach(() => {
    server = fixture.server;
  });

  it('keeps its tools, without thinking, if the model supports no tools while it thinks', async () => {
    const run = await start({ passages });
    server.takesTools = 'without_reasoning';
    server.replies.push(
      { calls: [{ name: 'search_knowledge_base', args: '{"query":"spa"}' }] },
      { say: 'Upstairs.' },
    );
    expect(await run.ask('Where is the spa?')).toBe('Upstairs.');
    expect(server.chats.all.map(({ reasoning_effort }) => reasoning_effort)).toEqual([
      undefined,
      'none',
      'none',
    ]);
    expect(run.all('warning')).toEqual([]);
  });

  it('has the local model compute everything before the next question in advance, without tools', async () => {
    server.strictTurns = false;
    server.modelsStatus = 503;
    const llm = { baseUrl: server.baseUrl, apiKey: server.apiKey, model: 'smollm2', isLocal: true };
    const run = await start({ passages, tools: [ORDER_TAXI], options: { llm } });
    const ahead = [await server.chats.next('the instructions', isAhead)];
    for (const question of ['Where is the spa?', 'And the pool?']) {
      run.engine.sendText(question);
      await run.nextUtterance();
      ahead.push(await server.chats.next('the conversation so far', isAhead));
      run.engine.updateContext('It rains.');
    }
    const [first, second] = server.chats.all.filter((chat) => !isAhead(chat));
    expect(ahead[0]?.messages).toEqual([{ role: 'system', content: expect.any(String) }]);
    // What was computed is the beginning of the next request, without the passages of the question before.
    expect(first?.messages.slice(0, 1)).toEqual(ahead[0]?.messages);
    expect(second?.messages.slice(0, -1)).toEqual(ahead[1]?.messages);
    expect(ahead[1]?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant']);
    expect(ahead[1]?.messages[1]?.content).toBe('Where is the spa?');
    expect(second?.messages.at(-1)?.content).toMatch(
      /^Your documents say: .*About And the pool\?: upstairs[\s\S]*\(It rains\.\)\nAnd the pool\?$/,
    );
    for (const chat of [first, second]) {
      expect(chat?.tools).toBeUndefined();
      expect(chat?.prompt_cache_key).toBe(ahead[0]?.prompt_cache_key);
    }
    expect(run.all('notice').map(({ message }) => message)).toEqual([
      expect.stringMatching(/not trained to call tools, so these are not used: order_taxi\.$/),
    ]);
    expect(run.all('warning')).toEqual([]);
  });

  it('offers tools to a local model that was trained to call them, also ahead, and quotes documents instead of a search', async () => {
    server.strictTurns = false;
    const here = { isLocal: true, takesTools: true };
    const llm = { baseUrl: server.baseUrl, apiKey: server.apiKey, model: 'qwen3', ...here };
    const run = await start({ passages, tools: [ORDER_TAXI], options: { llm } });
    const ahead = await server.chats.next('the instructions', isAhead);
    server.replies.push({ say: 'Upstairs.' });
    expect(await run.ask('Where is the spa?')).toBe('Upstairs.');
    const [, first] = server.chats.all;
    const offered = JSON.stringify(first?.tools);
    expect(offered).toContain('order_taxi');
    expect(offered).not.toContain('search_knowledge_base');
    expect(ahead).toMatchObject({ max_tokens: 0, tools: first?.tools });
    expect(first?.messages[0]).toEqual(ahead.messages[0]);
    expect(first?.messages.at(-1)?.content).toContain('About Where is the spa?: upstairs');
    expect(run.all('warning')).toEqual([]);
  });

  it('does not mention documents without a match to a local model that calls tools', async () => {
    server.strictTurns = false;
    const here = { isLocal: true, takesTools: true };
    const llm = { baseUrl: server.baseUrl, apiKey: server.apiKey, model: 'qwen3', ...here };
    const run = await start({ passages: async () => [], options: { llm } });
    await server.chats.next('what is computed ahead', () => true);
    server.replies.push({ say: 'For how many?' });
    expect(await run.ask('Book a table.')).toBe('For how many?');
    const [chat] = server.chats.all.filter((each) => !isAhead(each));
    expect(chat?.messages.at(-1)).toEqual({ role: 'user', content: 'Book a table.' });
  });

  it('gives the local model the same time after a failure: it is slow there, not gone', async () => {
    server.strictTurns = false;
    const clock = new FakeClock();
    const llm = { baseUrl: server.baseUrl, apiKey: server.apiKey, model: 'smollm2', isLocal: true };
    const run = await start({ options: { llm, clock } });
    server.react = () => ({ status: 503 });
    run.engine.sendText('Good day.');
    const apologies = async () => {
      await clock.advance(100);
      return run.all('utterance_finished').length;
    };
    await expect.poll(apologies).toBe(1);
    const before = server.chats.all.length;
    let goOn: () => void = () => undefined;
    const until = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    server.react = () => ({ say: 'Here I am.', pause: { afterWords: 0, until } });
    run.engine.sendText('Are you there?');
    await expect.poll(() => server.chats.all.length).toBe(before + 1);
    await clock.advance(5_000);
    goOn();
    await run.next('audio', (event) => event.text?.includes('Here I am') === true);
    expect(run.all('failed')).toEqual([]);
  });

  it('lets a model think as much as the operator configured', async () => {
    const llm = { baseUrl: server.baseUrl, apiKey: server.apiKey, model: 'qwen3', reasoningEffort: 'low' };
    const run = await start({ options: { llm } });
    run.engine.sendText('Hello.');
    await run.nextUtterance();
    expect(server.chats.all[0]).toMatchObject({ reasoning_effort: 'low' });
  });

  it('sends back the signature that the server attached to a call', async () => {
    const run = await start({ passages });
    server.signsCalls = true;
    server.replies.push(
      {
        calls: [
          { name: 'search_knowledge_base', args: '{"query":"spa"}' },
          { name: 'search_knowledge_base', args: '{"query":"pool"}' },
        ],
      },
      { say: 'Upstairs.' },
    );
    expect(await run.ask('Where is the spa?')).toBe('Upstairs.');
    expect(run.all('warning')).toEqual([]);
  });

  it('waits as long as a rate limit requires, more than once', async () => {
    const run = await start();
    const body = { error: { code: 'rate_limit_exceeded', message: 'Please try again in 30ms.' } };
    server.replies.push({ status: 429, body }, { status: 429, body }, { say: 'Here I am.' });
    expect(await run.ask('Hello.')).toBe('Here I am.');
    expect(server.chats.all).toHaveLength(3);
    expect(run.all('failed')).toEqual([]);
  });

  describe('voices', () => {
    const speak = async (settings: PipelineRunOptions = {}) => {
      const run = await start({ tts: true, ...settings });
      run.engine.greet();
      expect((await run.nextUtterance()).audioMs).toBeGreaterThan(100);
      expect(run.all('warning')).toEqual([]);
      return { used: server.voicesUsed, notices: run.all('notice').map(({ message }) => message) };
    };

    it.each([
      ['names', { voices: ['af_heart', 'am_puck', 'am_adam'] }],
      ['objects', { voices: [{ id: 'af_heart' }, { id: 'am_puck' }] }],
      ['a bare list', [{ voice_id: 'af_heart' }, { voice_id: 'am_puck' }]],
    ])(
      'are chosen from those that the server lists as %s, and the change is reported',
      async (_how, voices) => {
        server.voices = voices;
        const { used, notices } = await speak({ plan: { voice: 'Puck' } });
        expect(used).toEqual(['am_puck']);
        expect(notices).toEqual([
          'The speech service has no voice Puck, the default, so am_puck is used; set TTS_VOICE to choose another',
        ]);
      },
    );

    it('are requested once, even if the server cannot list them', async () => {
      server.voicesStatus = 503;
      const run = await start({ tts: true, plan: { greeting: 'One. Two. Three. Four.' } });
      run.engine.greet();
      await run.nextUtterance();
      expect(server.spoken).toHaveLength(4);
      expect(server.voiceLists).toBe(1);
    });

    it('keep the sex of the requested voice', async () => {
      server.voices = { voices: ['am_adam', 'zf_xiaobei', 'bf_emma', 'af_heart'] };
      const { used } = await speak({ plan: { voice: 'Kore' } });
      expect(['bf_emma', 'af_heart']).toContain(used[0]);
    });

    it('that the server refuses without listing any are replaced by one that most servers have', async () => {
      server.unknownVoices.add('Puck');
      const { used, notices } = await speak();
      expect(used).toEqual(['alloy']);
      expect(notices.join()).toContain('so alloy is used');
    });

    it('that the operator names are used unchanged, and looked up in the list', async () => {
      server.voices = { voices: ['af_heart', 'af_sky'] };
      const endpoint = { baseUrl: server.baseUrl, apiKey: server.apiKey, model: 'kokoro' };
      const good = await speak({ options: { speech: speechBy({ ...endpoint, voice: 'af_sky' }) } });
      expect(good).toEqual({ used: ['af_sky'], notices: [] });
      const run = await start({ options: { speech: speechBy({ ...endpoint, voice: 'af_nobody' }) } });
      run.engine.greet();
      expect((await run.next('notice')).message).toBe(
        'The speech service does not list the voice af_nobody from TTS_VOICE. Available: af_heart, af_sky',
      );
      const second = await start({
        options: { speech: speechBy({ ...endpoint, voice: 'af_nobody', settings: 'TTS_FALLBACK' }) },
      });
      second.engine.greet();
      expect((await second.next('notice')).message).toContain('af_nobody from TTS_FALLBACK_VOICE.');
    });
  });
});
