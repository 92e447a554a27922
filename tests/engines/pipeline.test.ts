import { beforeEach, describe, expect, it } from 'vitest';
import { ScriptedVoice } from '../support/inside/engines.ts';
import type { PipelineServer } from '../support/providers/pipeline-server.ts';
import { passages } from './engine-fixture.ts';
import { speechBy, usePipelines } from './pipeline-fixture.ts';

describe('the pipeline engine', () => {
  const { fixture, start } = usePipelines();
  let server: PipelineServer;
  beforeEach(() => {
    server = fixture.server;
  });

  it('says the greeting word for word, without the model', async () => {
    const run = await start({ tts: true });
    run.engine.greet();
    expect((await run.nextUtterance()).text).toBe('Welcome to the Meridian!');
    expect(server.spoken).toEqual(['Welcome to the Meridian!']);
    expect(server.chats.all).toEqual([]);
  });

  it('speaks while the answer is still being written', async () => {
    const run = await start({ tts: true });
    // The first audio must arrive while the model still writes.
    const pause = { afterWords: 4, until: run.next('audio') };
    server.replies.push({ say: 'First this one. Then that one. And the last one.', pause });
    run.engine.sendText('Go.');
    expect(await run.nextUtterance()).toMatchObject({
      text: 'First this one. Then that one. And the last one.',
      audioMs: 2500,
    });
    expect(server.spoken).toEqual(['First this one.', 'Then that one.', 'And the last one.']);
  });

  it('assigns words to pieces of a long clause', async () => {
    const run = await start({ tts: true });
    const say = 'A long sentence without any comma that a service speaks in many small pieces of sound';
    server.replies.push({ say });
    run.engine.sendText('Go.');
    const { id } = await run.nextUtterance();
    const texts = run.all('text');
    expect(texts.map(({ text }) => text).join('')).toBe(say);
    expect(texts.length).toBeGreaterThan(5);
    const { audioMs } = run.said(id);
    expect(audioMs).toBe(say.split(' ').length * 250);
    // The first half of the audio contains about half of the words.
    const early = texts.filter(({ time }) => time!.endMs <= audioMs / 2);
    const half = early.map(({ text }) => text).join('').length;
    expect(half).toBeGreaterThan(say.length * 0.3);
    expect(half).toBeLessThan(say.length * 0.8);
  });

  it.each([
    [{ format: 'pcm', rate: 24_000 }, {}],
    [{ format: 'pcm', rate: 16_000, tellRate: true }, {}],
    [{ format: 'pcm', rate: 22_050 }, { sampleRate: 22_050 }],
    [{ format: 'wav', rate: 44_100 }, { format: 'wav' }],
    // Some servers return WAVE although PCM was requested.
    [{ format: 'wav', rate: 24_000, type: 'application/octet-stream' }, {}],
  ] as const)('accepts speech recognised as %j', async (speech, settings) => {
    server.speech = speech;
    const tts = {
      baseUrl: server.baseUrl,
      apiKey: server.apiKey,
      model: 'kokoro',
      voice: 'af_heart',
      ...settings,
    };
    const run = await start({ options: { speech: speechBy(tts) } });
    run.engine.greet();
    const { audioMs } = await run.nextUtterance();
    expect(audioMs).toBe(1000);
    expect(new Set(run.all('audio').map((event) => event.sampleRate))).toEqual(new Set([speech.rate]));
    expect(run.all('warning')).toEqual([]);
  });

  it('falls back to the offline voice when the speech service fails, and says so', async () => {
    const run = await start({ tts: true });
    server.speechFaults.push(503, 503);
    run.engine.greet();
    const { text, audioMs } = await run.nextUtterance();
    expect(text).toBe('Welcome to the Meridian!');
    // The scripted voice, with 60 ms per character.
    expect(audioMs).toBe(24 * 60);
    expect(run.all('audio')[0]?.phones).toHaveLength(1);
    expect((await run.next('warning')).message).toBe(
      'The speech service is not available: HTTP 503 No voice today',
    );
  });

  it('refuses MP3 instead of playing noise', async () => {
    server.speech = { format: 'pcm', rate: 24_000, type: 'audio/mpeg' };
    const run = await start({ tts: true });
    run.engine.greet();
    await run.nextUtterance();
    expect((await run.next('warning')).message).toContain(
      'it answered with audio/mpeg, but pcm was requested',
    );
  });

  it('shows what no voice can say as text', async () => {
    const run = await start({ options: { voice: new ScriptedVoice({ fails: () => true }) } });
    run.engine.greet();
    expect(await run.nextUtterance()).toEqual({
      id: 'pipeline_1',
      text: 'Welcome to the Meridian!',
      audioMs: 0,
    });
  });

  it('remembers an interrupted answer as far as it was heard', async () => {
    const run = await start();
    server.replies.push({ say: 'One, two, three, four.', paceMs: 5 });
    run.engine.sendText('Count.');
    const { utteranceId } = await run.next('utterance_started');
    run.engine.interrupt({ utteranceId, heardMs: 200, heardText: 'One,' });
    server.replies.push({ say: 'Yes.' });
    run.engine.sendText('Stop.');
    const chat = await server.chats.next('chat', (sent) => JSON.stringify(sent).includes('Stop.'));
    expect(chat.messages.slice(1)).toEqual([
      { role: 'user', content: 'Count.' },
      { role: 'assistant', content: 'One, —' },
      { role: 'user', content: 'Stop.' },
    ]);
  });

  it('does not speak thoughts', async () => {
    const run = await start();
    server.replies.push({ say: '<think>The user greets me. I greet back.</think> Hello there.' });
    expect(await run.ask('Hello.')).toBe('Hello there.');
  });

  describe('tools', () => {
    it.each(['openai', 'ollama', 'index-zero'] as const)('runs calls in the format of %s', async (style) => {
      server.callStyle = style;
      const run = await start({ passages, plan: { emotions: true } });
      server.replies.push(
        {
          calls: [
            { name: 'search_knowledge_base', args: '{"query":"spa"}' },
            { name: 'express', args: '{"emotion":"thinking"}' },
          ],
        },
        { say: 'Upstairs.' },
      );
      expect(await run.ask('Where is the spa?')).toBe('Upstairs.');
      expect(run.all('emotion')).toEqual([{ type: 'emotion', emotion: 'thinking' }]);
      expect(run.all('tool_call').map(({ name, content }) => [name, JSON.parse(content) as unknown])).toEqual(
        [
          ['search_knowledge_base', { query: 'spa' }],
          ['express', { emotion: 'thinking' }],
        ],
      );
      const second = server.chats.all[1]!;
      expect(second.messages.slice(-2).map(({ role, content }) => [role, content])).toEqual([
        ['tool', '[1] Map: About spa: upstairs'],
        ['tool', 'Shown.'],
      ]);
    });

    it('does without them if the model supports none: searches by itself, derives emotions from the words', async () => {
      const run = await start({ passages, plan: { emotions: true } });
      server.takesTools = 'never';
      server.replies.push({ say: 'How wonderful!' });
      expect(await run.ask('We got married.')).toBe('How wonderful!');
      expect((await run.next('emotion')).emotion).toBe('happy');
      expect((await run.next('warning')).message).toContain('the conversation continues without tools');
      run.engine.sendText('Where is the spa?');
      const chat = await server.chats.next('chat', (sent) => JSON.stringify(sent).includes('spa'));
      expect(chat.tools).toBeUndefined();
      expect(chat.messages[0]?.content).toContain('Map: About Where is the spa?: upstairs');
    });

    it('keeps them if a request is rejected by a server that mentions tools only in its name', async () => {
      const llm = {
        baseUrl: server.baseUrl,
        apiKey: server.apiKey,
        model: 'qwen3',
        name: 'The function house',
      };
      const run = await start({ passages, options: { llm } });
      server.replies.push({ status: 400, body: { error: { message: 'No.' } } });
      run.engine.sendText('Hello.');
      expect((await run.next('warning')).message).toContain('The function house rejected the request');
      expect(server.chats.all).toHaveLength(1);
    });

    it('tells a model without tools that its documents say nothing about the question', async () => {
      const run = await start({ passages: async () => [] });
      server.takesTools = 'never';
      run.engine.sendText('Hello.');
      await run.next('warning');
      run.engine.sendText('Where is the spa?');
      const chat = await server.chats.next('chat', (sent) => JSON.stringify(sent).includes('spa'));
      expect(chat.messages[0]?.content).toContain(
        '# What your documents say about the last question\nNothing. If this asks for a fact,',
      );
    });

    it('answers without them if the local model writes an endless call, and offers them again in the next turn', async () => {
      const run = await start({ passages });
      const message = 'it was not over after 300 tokens';
      server.replies.push(
        { errorEvent: { message, type: 'invalid_request_error', code: 'tool_call_too_long' } },
        { say: 'I cannot look now.' },
        { calls: [{ name: 'search_knowledge_base', args: '{"query":"spa"}' }] },
        { say: 'Upstairs.' },
      );
      expect(await run.ask('Where is the spa?')).toBe('I cannot look now.');
      expect((await run.next('warning')).message).toBe(
        `The language model rejected the request: ${message}; this answer continues without tools`,
      );
      expect(await run.ask('And now?')).toBe('Upstairs.');
      // The request with tools, its retry without them, and both requests of the next turn with tools again.
      expect(server.chats.all.map(({ tools }) => tools !== undefined)).toEqual([true, false, true, true]);
      expect(server.chats.all.map(({ reasoning_effort }) => reasoning_effort)).not.toContain('none');
    });

    it('runs no more calls of one answer than allowed, says so, and answers', async () => {
      const run = await start({ passages });
      const call = { name: 'search_knowledge_base', args: '{"query":"spa"}' };
      server.replies.push({ calls: Array.from({ length: 500 }, () => call) }, { say: 'Upstairs.' });
      expect(await run.ask('Where is the spa?')).toBe('Upstairs.');
      expect(run.all('tool_call')).toHaveLength(30);
      expect(run.all('warning').map(({ message }) => message)).toEqual([
        'The language model sent too many tool calls in one answer',
      ]);
      expect(server.chats.all[1]!.messages.filter(({ role }) => role === 'tool')).toHaveLength(32);
    });

    it('stops a model that calls without end', async () => {
      const run = await start({ passages });
      server.react = (prompt) => ({
        calls: [{ name: 'search_knowledge_base', args: `{"query":${JSON.stringify(prompt)}}` }],
      });
      run.engine.sendText('Again.');
      await run.next('tool_result');
      for (let i = 0; i < 5; i++) await server.chats.next('chat', () => true);
      const last = await server.chats.next('chat', () => true);
      expect(last.tools).toBeUndefined();
    });
  });

  describe('after errors', () => {
    it('retries if nothing has arrived yet', async () => {
      const run = await start();
      server.replies.push(
        { status: 503, body: { error: { message: 'Loading model' } } },
        { say: 'Here I am.' },
      );
      expect(await run.ask('Hello.')).toBe('Here I am.');
      expect(run.all('warning')).toEqual([]);
    });

    it.each([
      [{ dropAfterWords: 3, say: 'One two three four.' }, /The language model could not be reached/],
      [{ errorEvent: { message: 'CUDA out of memory' }, say: 'One two.' }, /CUDA out of memory/],
    ])('apologizes when an answer keeps breaking off: %j', async (reply, words) => {
      const run = await start();
      server.replies.push(reply, reply);
      run.engine.sendText('Count.');
      expect((await run.next('warning')).message).toMatch(words);
      await run.next('audio', (event) => event.text === ' Please try again in a moment.');
      const texts = run.all('utterance_started').map((event) => run.said(event.utteranceId).text);
      expect(texts.at(-1)).toBe('I am sorry, I cannot answer just now. Please try again in a moment.');
      server.replies.push({ say: 'Now.' });
      run.engine.sendText('And now?');
      await run.next('audio', (event) => event.text === 'Now.');
    });

    it('asks for the rest of an answer that broke off', async () => {
      const run = await start();
      server.replies.push(
        { dropAfterWords: 5, say: 'One is done. Two is not.' },
        { say: 'Two is done as well.' },
      );
      run.engine.sendText('Count.');
      await run.next('audio', (event) => event.text?.includes('as well') === true);
      const { utteranceId } = await run.next('utterance_finished');
      expect(run.said(utteranceId).text).toBe('One is done. Two is done as well.');
      expect(run.all('warning')[0]!.message).toMatch(
        /could not be reached.*; the rest of the answer is requested$/,
      );
      await server.chats.next('the question', () => true);
      const { messages } = await server.chats.next('the request to go on', () => true);
      expect(messages.slice(-3)).toEqual([
        { role: 'user', content: 'Count.' },
        { role: 'assistant', content: 'One is done.' },
        { role: 'user', content: expect.stringContaining('go on where it stopped') },
      ]);
    });

    it('asks for the rest of an answer without the end mark that earlier ones had', async () => {
      const run = await start();
      server.replies.push(
        { say: 'Hello.' },
        { endAfterWords: 5, say: 'One is done. Two is not.' },
        { say: 'Two is done as well.' },
      );
      expect(await run.ask('Hello.')).toBe('Hello.');
      expect(await run.ask('Count.')).toBe('One is done. Two is done as well.');
      expect(run.all('warning').map(({ message }) => message)).toEqual([
        'The language model is not available: its answer was cut off; the rest of the answer is requested',
      ]);
    });

    it('warns once if a server marks no end of its answers, and takes them as complete', async () => {
      const run = await start();
      const reply = { endAfterWords: 3, say: 'One is done. Two is not.' };
      server.replies.push(reply, reply);
      for (const question of ['Count.', 'Again.']) expect(await run.ask(question)).toBe('One is done.');
      expect(run.all('warning').map(({ message }) => message)).toEqual([
        'The language model sent an answer without `finish_reason` and `[DONE]` at its end, which may have been cut off',
      ]);
    });

    it('fails if the key is refused in the middle of a conversation', async () => {
      const run = await start();
      server.replies.push({ status: 401, body: { error: { message: 'Incorrect API key' } } });
      run.engine.sendText('Hello.');
      expect(await run.next('fault')).toMatchObject({ provider: 'llm', fault: 'auth' });
      expect((await run.next('failed')).message).toBe(
        'The language model refused the API key (check LLM_API_KEY): HTTP 401 Incorrect API key',
      );
    });

    it('fails after three turns without an answer', async () => {
      const run = await start();
      server.react = () => ({ status: 400, body: { error: { message: 'context length exceeded' } } });
      for (let i = 0; i < 2; i++) {
        run.engine.sendText(`Turn ${i}`);
        await run.next('audio', (event) => event.text === ' Please try again in a moment.');
        await run.next('utterance_finished');
      }
      run.engine.sendText('Once more.');
      expect((await run.next('failed')).message).toContain('context length exceeded');
      expect(server.chats.all).toHaveLength(3);
    });

    it('ends an endless answer, and says so once', async () => {
      const run = await start({ options: { voice: new ScriptedVoice({ fails: () => true }) } });
      server.replies.push({ say: Array.from({ length: 8000 }, (_, n) => n).join(' ') });
      run.engine.sendText('Count.');
      const { text } = await run.nextUtterance();
      expect(text.length).toBeGreaterThan(19_000);
      expect(text.length).toBeLessThan(20_001);
      const message = 'The answer of the language model was too long and was cut off';
      expect(run.all('warning').filter((warning) => warning.message === message)).toHaveLength(1);
    });

    it('survives meaningless chunks', async () => {
      const run = await start();
      server.replies.push({ nonsense: true, say: 'Fine.' });
      expect(await run.ask('Hello.')).toBe('Fine.');
      expect((await run.next('warning')).message).toBe(
        'The language model sent a chunk that is not valid JSON',
      );
    });

    it('does not generate speech far ahead of playback', async () => {
      const run = await start({ options: { maxAheadMs: 2000 } });
      server.replies.push({
        say: 'One two three four five, six seven eight nine ten, eleven twelve, thirteen, fourteen.',
      });
      run.engine.sendText('Count.');
      const { utteranceId } = await run.next('utterance_started');
      await run.next('audio', () => run.said(utteranceId).audioMs > 2000);
      expect(run.all('utterance_finished')).toEqual([]);
      expect(run.said(utteranceId).audioMs).toBeLessThan(4000);
    });
  });
});
