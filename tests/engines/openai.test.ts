import type { FoundPassage } from '@visavis/contracts';
import { describe, expect, it } from 'vitest';
import { openAiFixture } from './openai-fixture.ts';

interface SessionUpdate {
  session: { audio: { input: { transcription: { language?: string } } } };
}

describe('the OpenAI engine', () => {
  const fixture = openAiFixture();

  it('configures the session from the plan and says the greeting', async () => {
    const { run, line, server } = await fixture.start({
      plan: { voice: 'sage', voiceInstructions: 'Calm and slow.' },
    });
    const { session } = (await line.received.next('session', () => true)) as {
      session: Record<string, unknown>;
    };
    expect(session).toMatchObject({
      model: 'gpt-realtime-2.1',
      output_modalities: ['audio'],
      truncation: { type: 'retention_ratio', retention_ratio: 0.8 },
    });
    expect(session.instructions).toMatch(/Vera, the concierge[\s\S]*Calm and slow\./);
    expect(session.audio).toMatchObject({
      input: { turn_detection: { type: 'semantic_vad' }, noise_reduction: { type: 'near_field' } },
      output: { voice: 'sage' },
    });

    server.replies.push({ say: 'Welcome to the Meridian!' });
    run.engine.greet();
    const request = await line.received.next('request', (message) => message.type === 'response.create');
    expect(JSON.stringify(request)).toContain('Welcome to the Meridian!');
    // A response's instructions replace those of the session, so they must include the character.
    expect(JSON.stringify(request)).toContain('Vera, the concierge');
    expect(await run.nextUtterance()).toMatchObject({ text: 'Welcome to the Meridian!', audioMs: 1200 });
  });

  it.each([
    { set: {}, language: undefined },
    { set: { transcriptionLanguage: 'de' }, language: 'de' },
    { set: { transcriptionLanguage: 'de', plan: { language: 'fr' } }, language: 'fr' },
  ])(
    "transcribes in the configured language, first of all the agent's: $language",
    async ({ set, language }) => {
      const { line } = await fixture.start(set);
      const told = (await line.received.next('session', () => true)) as unknown as SessionUpdate;
      expect(told.session.audio.input.transcription.language).toBe(language);
    },
  );

  it("tells the model the consumer's language once it is clear, even during an answer, and again on a new connection", async () => {
    const { run, line, server } = await fixture.start();
    await line.received.next('session', () => true);
    server.replies.push({ say: 'one two three four five six' });
    run.engine.sendText('Count.');
    await run.next('thinking');
    run.engine.followLanguage!('de');
    const told = (await line.received.next(
      'session',
      ({ type }) => type === 'session.update',
    )) as unknown as SessionUpdate;
    expect(told.session).toEqual({
      type: 'realtime',
      audio: { input: { transcription: { model: expect.any(String), language: 'de' } } },
    });
    expect((await run.nextUtterance()).text).toBe('one two three four five six');
    line.drop();
    const next = await server.nextConnection();
    const again = (await next.received.next('session', () => true)) as unknown as SessionUpdate;
    expect(again.session.audio.input.transcription.language).toBe('de');
  });

  it('does not set that language in a session that transcribes with Whisper, which would then hear no other', async () => {
    const { run, line } = await fixture.start({ transcriptionModel: 'whisper-1' });
    await line.received.next('session', () => true);
    run.engine.followLanguage!('de');
    run.engine.updateContext('The user looks at a picture.');
    const { type } = await line.received.next('message', () => true);
    expect(type).toBe('conversation.item.create');
  });

  it("takes the user's audio and transcribes it", async () => {
    const { run, server } = await fixture.start();
    server.userWords.push('When is breakfast?');
    server.replies.push({ say: 'From seven to ten.' });
    run.speak(600);
    await run.next('user_speech', (event) => event.speaking);
    await run.next('user_speech', (event) => !event.speaking);
    expect((await run.nextUtterance()).text).toBe('From seven to ten.');
    const partial = await run.next('user_transcript', (event) => !event.final);
    expect(partial.text).toBe('When is b');
    const final = await run.next('user_transcript', (event) => event.final);
    expect(final).toMatchObject({ itemId: partial.itemId, text: 'When is breakfast?' });
  });

  it('cuts the answer where the user stopped listening, not where the provider stopped sending', async () => {
    const { run, line, server } = await fixture.start();
    server.replies.push({ say: 'one two three four five six', holdAfterMs: 900 });
    run.engine.sendText('Count.');
    const { utteranceId } = await run.next('utterance_started');
    await run.next('audio', (event) => run.said(event.utteranceId).audioMs === 900);
    run.speak(200, 0);
    await run.next('user_speech', (event) => event.speaking);
    run.engine.interrupt({ utteranceId, heardMs: 410.7, heardText: 'one' });
    const truncate = await line.received.next(
      'cut',
      (message) => message.type === 'conversation.item.truncate',
    );
    expect(truncate).toMatchObject({ item_id: utteranceId, content_index: 0, audio_end_ms: 410 });
    await run.next('utterance_finished', (event) => event.utteranceId === utteranceId);
    // The provider's own turn detection has ended the answer, so a cancel would be too late and is not sent.
    expect(line.received.all.some((message) => message.type === 'response.cancel')).toBe(false);
  });

  it('never truncates beyond what was sent, and cancels if the provider has sent nothing', async () => {
    const { run, line, server } = await fixture.start();
    server.replies.push({ say: 'one two three', holdAfterMs: 600 });
    run.engine.sendText('Count.');
    const { utteranceId } = await run.next('utterance_started');
    await run.next('audio', (event) => run.said(event.utteranceId).audioMs === 600);
    run.engine.interrupt({ utteranceId, heardMs: 99_999, heardText: 'one two' });
    await line.received.next('cancel', (message) => message.type === 'response.cancel');
    const truncate = await line.received.next(
      'cut',
      (message) => message.type === 'conversation.item.truncate',
    );
    expect(truncate.audio_end_ms).toBe(600);
    server.replies.push({ say: 'As you like.' });
    expect(await run.ask('Stop.')).toBe('As you like.');
  });

  it('drops sound that arrives after an interruption', async () => {
    const { run, line, server } = await fixture.start();
    server.replies.push({ say: 'one two three', holdAfterMs: 300 });
    run.engine.sendText('Count.');
    const { utteranceId } = await run.next('utterance_started');
    await run.next('audio');
    run.engine.interrupt({ utteranceId, heardMs: 100, heardText: '' });
    line.send({ type: 'response.output_audio.delta', item_id: utteranceId, delta: 'AAAA' });
    line.send({ type: 'response.output_audio_transcript.delta', item_id: utteranceId, delta: ' late' });
    run.engine.sendText('Go on.');
    await run.nextUtterance();
    expect(run.said(utteranceId)).toEqual({ text: 'one', audioMs: 300 });
  });

  it('asks again if the provider started its own answer at the same moment', async () => {
    const { run, line, server } = await fixture.start();
    server.replies.push({ say: 'My own idea.', holdAfterMs: 300 }, { say: 'Yours.' });
    server.beginResponse(line);
    // The engine does not know of that answer yet: its request is refused, and sent again when the answer is over.
    run.engine.sendText('Mine?');
    await line.received.next('refused request', (message) => message.type === 'response.create');
    server.release(line);
    expect((await run.nextUtterance()).text).toBe('My own idea.');
    expect((await run.nextUtterance()).text).toBe('Yours.');
    expect(run.all('warning')).toEqual([]);
  });

  describe('tools', () => {
    const passages = (query: string): Promise<FoundPassage[]> =>
      Promise.resolve([
        { documentId: 'd', documentName: 'House rules', text: `About ${query}: at 7.`, score: 1 },
      ]);

    it.each([
      ['{"query":', 'The tool failed: the arguments are not a JSON object.'],
      ['{}', 'The tool failed: the argument "query" is missing.'],
    ])('tells the model about arguments like %s and continues', async (args, output) => {
      const { run, server } = await fixture.start({ passages });
      server.replies.push({ calls: [{ name: 'search_knowledge_base', args }] }, { say: 'I am sorry.' });
      run.engine.sendText('Breakfast?');
      expect((await run.next('tool_result')).content).toBe(output);
      expect((await run.nextUtterance()).text).toBe('I am sorry.');
    });

    it('shows an emotion beside the words without making the model speak twice', async () => {
      const { run, line, server } = await fixture.start({ plan: { emotions: true } });
      server.replies.push({ say: 'How lovely!', calls: [{ name: 'express', args: '{"emotion":"happy"}' }] });
      run.engine.sendText('We got married.');
      expect(await run.next('emotion')).toEqual({ type: 'emotion', emotion: 'happy' });
      await line.received.next('output', (message) => JSON.stringify(message).includes('call_output'));
      server.replies.push({ say: 'Until seven.' });
      run.engine.sendText('Is the bar open?');
      await run.next('utterance_finished');
      await run.next('utterance_finished');
      expect(line.received.all.filter((message) => message.type === 'response.create')).toHaveLength(2);
    });

    it('offers only the tools that the plan and the host have', async () => {
      const { line } = await fixture.start();
      const { session } = (await line.received.next('session', () => true)) as {
        session: { tools: { name: string }[]; instructions: string };
      };
      expect(session.tools.map((tool) => tool.name)).toEqual(['end_conversation']);
      expect(session.instructions).not.toContain('search');
      const { line: searching } = await fixture.start({ plan: { search: true } });
      const told = (await searching.received.next('session', () => true)) as {
        session: { instructions: string };
      };
      expect(told.session.instructions).toContain('You cannot search the web here');
    });
  });

  it('asks for words if a model only calls tools', async () => {
    const { run, line, server } = await fixture.start({ passages: () => Promise.resolve([]) });
    server.react = () => ({ calls: [{ name: 'search_knowledge_base', args: '{"query":"spa"}' }] });
    expect(await run.ask('Where is the spa?')).toBe('Enough of that.');
    expect(run.all('tool_call')).toHaveLength(6);
    const asked = line.received.all.filter(({ type }) => type === 'response.create');
    expect(asked.at(-1)).toMatchObject({ response: { tool_choice: 'none' } });
  });

  it('runs only some calls of an answer that calls without end, and says so', async () => {
    const { run, line, server } = await fixture.start({ passages: () => Promise.resolve([]) });
    const call = { name: 'search_knowledge_base', args: '{"query":"spa"}' };
    server.replies.push({ calls: Array.from({ length: 60 }, () => call) }, { say: 'Upstairs.' });
    expect(await run.ask('Where is the spa?')).toBe('Upstairs.');
    expect(run.all('tool_call')).toHaveLength(30);
    expect(run.all('warning')).toHaveLength(1);
    const outputs = line.received.all.filter((sent) => JSON.stringify(sent).includes('function_call_output'));
    expect(outputs).toHaveLength(32);
  });

  it('removes erased memories from the instructions of the session', async () => {
    const memories = ['I like tea.', 'I like coffee.'].map((content) => ({ content, saidAt: '2026-01-02' }));
    const plan = { memory: true, memories };
    const { run, line } = await fixture.start({ plan });
    const first = await line.received.next('session', ({ type }) => type === 'session.update');
    expect(JSON.stringify(first)).toMatch(/2026-01-02: .*I like tea.*I like coffee/);
    // The engine keeps a reference to the plan and reads it again.
    memories.shift();
    run.engine.forget();
    const second = await line.received.next('session', ({ type }) => type === 'session.update');
    expect(JSON.stringify(second)).toContain('I like coffee');
    expect(JSON.stringify(second)).not.toContain('I like tea');
    expect(await run.ask('Are you there?')).not.toBe('');
  });
});
