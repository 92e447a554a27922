import type { FoundPassage } from '@visavis/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../support/inside/engines.ts';
import type { GeminiServer } from '../support/providers/gemini-server.ts';
import type { Json } from '../support/providers/protocol-server.ts';
import { geminiFixture } from './gemini-fixture.ts';

describe('the Gemini engine', () => {
  const fixture = geminiFixture();
  type Options = Parameters<typeof fixture.run>[0];
  const start = (options?: Options) => fixture.start(options);
  let server: GeminiServer;
  beforeEach(() => {
    server = fixture.server;
  });

  const setupOf = async (options: Options) => {
    const { line } = await start(options);
    return (await line.received.next('setup', () => true)).setup as Json & { tools: Json[] };
  };

  it('stops thinking after a while about words that the model leaves unanswered', async () => {
    const clock = new FakeClock();
    const { run, line } = await start({ clock });
    line.send({ serverContent: { inputTranscription: { text: 'Hm.' } } });
    await run.next('thinking');
    await clock.advance(9000);
    expect((await run.next('user_transcript', ({ final }) => final)).text).toBe('Hm.');
    await run.next('unanswered');
    expect(clock.pending).toBe(0);
  });

  it('sets up model, voice, transcription and resumption', async () => {
    const setup = await setupOf({ plan: { voice: 'Kore' } });
    expect(setup).toMatchObject({
      model: 'models/gemini-3.8-live',
      generationConfig: {
        responseModalities: ['AUDIO'],
        speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } } },
      },
      inputAudioTranscription: {},
      outputAudioTranscription: {},
      sessionResumption: {},
      contextWindowCompression: { slidingWindow: {} },
    });
    expect(JSON.stringify(setup.tools)).not.toContain('googleSearch');
  });

  it("gives the transcription the agent's language, if it has one", async () => {
    const setup = await setupOf({ plan: { language: 'fr' } });
    expect(setup.inputAudioTranscription).toEqual({ languageCodes: ['fr'] });
  });

  it('has Google search and emotions if the plan has them', async () => {
    const setup = await setupOf({ plan: { search: true, emotions: true } });
    expect(setup.tools[0]).toEqual({ googleSearch: {} });
    expect(setup.generationConfig).not.toHaveProperty('enableAffectiveDialog');
    expect(JSON.stringify(setup.systemInstruction)).toContain('You can search the web');
    const declarations = setup.tools[1]!.functionDeclarations as Json[];
    expect(declarations.map(({ name, behavior }) => [name, behavior])).toEqual([
      ['express', 'NON_BLOCKING'],
      ['end_conversation', 'NON_BLOCKING'],
    ]);
  });

  it('requests affective dialog from models that support it', async () => {
    const model = 'gemini-2.5-flash-native-audio-preview-12-2025';
    const setup = await setupOf({ plan: { model, emotions: true } });
    expect(setup.generationConfig).toMatchObject({ enableAffectiveDialog: true });
  });

  it('uses the successor of a model that was shut down, and tells the operator', async () => {
    const { run, line } = await start({ plan: { model: 'gemini-2.5-flash-native-audio-preview-09-2025' } });
    expect((line.setup as Json).model).toBe('models/gemini-3.8-live');
    expect((await run.next('notice')).message).toBe(
      'Gemini has shut down the model gemini-2.5-flash-native-audio-preview-09-2025; gemini-3.8-live is used instead',
    );
  });

  it('takes 16 kHz audio, reports the transcript and finishes it when the answer begins', async () => {
    const { run, line } = await start();
    server.userWords.push('When is breakfast?');
    server.replies.push({ say: 'From seven to ten.' });
    run.speak(600);
    expect((await run.nextUtterance()).text).toBe('From seven to ten.');
    const transcripts = run.all('user_transcript').map(({ text, final }) => [text, final]);
    expect(transcripts).toEqual([
      ['When is b', false],
      ['When is breakfast?', false],
      ['When is breakfast?', true],
    ]);
    // One second of microphone audio at two thirds of its sample rate; the filter may hold back a few samples.
    expect(line.heardSamples).toBeGreaterThan(15_800);
    expect(line.heardSamples).toBeLessThanOrEqual(16_000);
  });

  it('reports an interruption, and tells the model how much was played', async () => {
    const { run, line } = await start();
    server.replies.push({ say: 'one two three four', holdAfterMs: 900, lateAfterInterruption: true });
    run.engine.sendText('Count.');
    const { utteranceId } = await run.next('utterance_started');
    await run.next('text', (event) => event.text === ' three');
    server.replies.push({ say: 'Sure.' });
    run.speak(200, 0);
    await run.next('user_speech', (event) => event.speaking);
    run.engine.interrupt({ utteranceId, heardMs: 400, heardText: 'one' });
    const note = await line.received.next('note', (message) => JSON.stringify(message).includes('broke in'));
    expect(note.clientContent).toMatchObject({ turnComplete: false });
    expect(JSON.stringify(note)).toContain('only up to: \\"one\\"');
    run.speak(200);
    expect((await run.nextUtterance()).text).toBe('Sure.');
    expect(run.said(utteranceId)).toEqual({ text: 'one two three', audioMs: 900 });
    expect(run.all('user_speech').map((event) => event.speaking)).toEqual([true, false]);
  });

  it('does not mistake its own interruption for the user’s', async () => {
    const { run } = await start();
    server.replies.push({ say: 'one two three four', holdAfterMs: 600, lateAfterInterruption: true });
    run.engine.sendText('Count.');
    const { utteranceId } = await run.next('utterance_started');
    await run.next('text', (event) => event.text === ' two');
    run.engine.interrupt({ utteranceId, heardMs: 200, heardText: 'one' });
    server.replies.push({ say: 'Fine.' });
    expect(await run.ask('Stop.')).toBe('Fine.');
    expect(run.all('user_speech')).toEqual([]);
  });

  it('ends an utterance when everything is sent, even if the turn stays open while it plays', async () => {
    const clock = new FakeClock();
    const { run } = await start({ clock });
    server.replies.push({ say: 'one two', holdEnd: 'told' });
    run.engine.sendText('Count.');
    await run.next('utterance_started');
    await run.next('text', (event) => event.text === ' two');
    while (run.all('utterance_finished').length === 0) await clock.advance(20);
    await run.next('utterance_finished');
    // The late end of that turn must not be taken for the end of the next one.
    server.replies.push({ say: 'Yes.' });
    expect(await run.ask('And?')).toBe('Yes.');
    expect(run.all('user_speech')).toEqual([]);
  });

  it('holds context and the request to wrap up back until the model has finished', async () => {
    const { run, line } = await start();
    server.replies.push({ say: 'one two three', holdAfterMs: 300 }, { say: 'We must end.' });
    run.engine.sendText('Count.');
    await run.next('text', (event) => event.text === 'one');
    run.engine.updateContext('The user moved to the garden.');
    run.engine.wrapUp(30);
    server.release(line);
    expect((await run.nextUtterance()).text).toBe('one two three');
    expect((await run.nextUtterance()).text).toBe('We must end.');
    expect(line.turns.slice(1)).toEqual([
      'model: one two three',
      'user: (The user moved to the garden.)',
      expect.stringContaining('about 30 seconds'),
      'model: We must end.',
    ]);
  });

  it('keeps the user’s sound while a tool runs and sends it afterwards', async () => {
    let answer: (passages: FoundPassage[]) => void = () => undefined;
    const passages = () => new Promise<FoundPassage[]>((resolve) => (answer = resolve));
    const { run, line } = await start({ passages });
    server.replies.push(
      { calls: [{ name: 'search_knowledge_base', args: { query: 'spa' } }] },
      { say: 'Second floor.' },
    );
    run.engine.sendText('Where is the spa?');
    await run.next('tool_call');
    run.engine.pushAudio(new Int16Array(4800));
    expect(line.heardSamples).toBe(0);
    answer([{ documentId: 'd', documentName: 'Map', text: 'Spa: second floor', score: 1 }]);
    expect((await run.nextUtterance()).text).toBe('Second floor.');
    // The server would have closed the connection if it had received audio earlier.
    run.engine.pushAudio(new Int16Array(4800));
    run.engine.sendText('Thanks.');
    await run.nextUtterance();
    expect(line.heardSamples).toBeGreaterThan(6000);
  });

  it('declares a tool in the schema dialect of the model', async () => {
    const parameters = {
      type: 'object',
      properties: {
        place: { type: ['string', 'null'], enum: ['inside', 'outside', null] },
        guests: { type: 'integer', enum: [2, 4], exclusiveMinimum: 1 },
        at: { type: 'string', format: 'date' },
        tags: { type: 'array', items: { const: 'x', type: 'string', pattern: 'x' } },
        who: { anyOf: [{ type: 'string' }, { type: 'object', properties: { a: { type: 'string' } } }] },
      },
      required: ['guests'],
      additionalProperties: false,
    };
    const tool = { name: 'book', description: 'Books.', parameters, run: () => Promise.resolve('') };
    const setup = await setupOf({ tools: [tool] });
    const declared = setup.tools.flatMap((one) => (one.functionDeclarations as Json[] | undefined) ?? []);
    expect(declared.find(({ name }) => name === 'book')).toEqual({
      name: 'book',
      behavior: 'NON_BLOCKING',
      description: 'Books.',
      parameters: {
        type: 'OBJECT',
        properties: {
          place: { type: 'STRING', nullable: true, enum: ['inside', 'outside'] },
          guests: { type: 'INTEGER' },
          at: { type: 'STRING' },
          tags: { type: 'ARRAY', items: { type: 'STRING', enum: ['x'] } },
          who: { anyOf: [{ type: 'STRING' }, { type: 'OBJECT', properties: { a: { type: 'STRING' } } }] },
        },
        required: ['guests'],
      },
    });
  });

  it('forgets a call that the model cancels', async () => {
    const passages = () => new Promise<FoundPassage[]>(() => undefined);
    const { run, line } = await start({ passages });
    server.replies.push({ calls: [{ name: 'search_knowledge_base', args: { query: 'spa' } }] });
    run.engine.sendText('Where is the spa?');
    await run.next('tool_call');
    line.openCalls.clear();
    line.sendAsBinary({ toolCallCancellation: { ids: ['call-2'] } });
    expect(await run.ask('Never mind.')).toBe('Yes, I hear you well.');
    expect(run.all('tool_result').every(({ content }) => content.includes('cancelled'))).toBe(true);
    expect(line.received.all.some((message) => 'toolResponse' in message)).toBe(false);
  });

  it('shows emotions while it speaks', async () => {
    const { run, line } = await start({ plan: { emotions: true } });
    server.replies.push({ say: 'How lovely!', calls: [{ name: 'express', args: { emotion: 'happy' } }] });
    run.engine.sendText('We got married.');
    expect((await run.next('emotion')).emotion).toBe('happy');
    expect((await run.nextUtterance()).text).toBe('How lovely!');
    const response = await line.received.next('response', (message) => 'toolResponse' in message);
    expect(JSON.stringify(response)).toContain('"scheduling":"SILENT"');
  });

  it('supports models that take content only at the start: sends text as live input, together with notes', async () => {
    const { run, line } = await start({ plan: { model: 'gemini-3.1-flash-live-preview', emotions: true } });
    const { setup } = (await line.received.next('setup', () => true)) as { setup: Json };
    expect(JSON.stringify(setup)).not.toContain('NON_BLOCKING');
    expect(JSON.stringify(setup)).not.toContain('enableAffectiveDialog');
    run.engine.greet();
    await run.nextUtterance();
    run.engine.updateContext('The user is in room 12.');
    run.engine.sendText('Where am I?');
    await run.nextUtterance();
    const inputs = line.received.all.slice(1);
    expect(inputs.map((message) => Object.keys(message)[0])).toEqual(['realtimeInput', 'realtimeInput']);
    expect(inputs.at(-1)).toEqual({ realtimeInput: { text: '(The user is in room 12.)\nWhere am I?' } });
  });

  it('waits for slow first audio, and replaces the connection when none arrives', async () => {
    const clock = new FakeClock();
    const { run, line } = await start({ clock });
    server.replies.push({ say: 'At last.', holdAfterMs: 0 });
    run.engine.sendText('Hello?');
    await line.received.next('turn', (message) => JSON.stringify(message).includes('Hello?'));
    await clock.advance(19_000);
    server.release(line);
    expect((await run.nextUtterance()).text).toBe('At last.');
    server.replies.push({ mute: true }, { say: 'Here again.' });
    run.engine.sendText('And now?');
    await line.received.next('turn', (message) => JSON.stringify(message).includes('And now?'));
    await clock.advance(21_000);
    await server.nextConnection();
    await run.next('text', (event) => event.text === 'Here');
    expect(run.all('failed')).toEqual([]);
  });

  describe('replacing a connection', () => {
    it('resumes the session after goAway, in a pause and after closing the old connection', async () => {
      const { run, line } = await start();
      server.replies.push({ say: 'Hello there.' }, { say: 'one two three', holdAfterMs: 300 });
      run.engine.sendText('Hello.');
      await run.nextUtterance();
      run.engine.sendText('Count.');
      await run.next('text', (event) => event.text === 'one');
      line.sendAsBinary({ goAway: { timeLeft: '10s' } });
      server.release(line);
      expect((await run.nextUtterance()).text).toBe('one two three');
      const second = await server.nextConnection();
      await second.received.next('setup', (message) => JSON.stringify(message).includes('"handle":"handle-'));
      server.replies.push({ say: 'Yes.' });
      expect(await run.ask('Still there?')).toBe('Yes.');
      expect(second.turns).toEqual([
        'user: Hello.',
        'model: Hello there.',
        'user: Count.',
        'model: one two three',
        'user: Still there?',
        'model: Yes.',
      ]);
      expect(run.all('warning')).toEqual([]);
    });

    it('continues with an answer that was too long to wait for', async () => {
      const clock = new FakeClock();
      const { run, line } = await start({ clock });
      server.replies.push({ say: 'one two three', holdAfterMs: 600 }, { say: 'three.' });
      run.engine.sendText('Count.');
      await run.next('text', (event) => event.text === ' two');
      line.sendAsBinary({ goAway: { timeLeft: '5.5s' } });
      while (server.connections.all.length === 1) await clock.advance(100);
      await run.next('text', (event) => event.text === 'three.');
      expect((await line.closed).code).toBe(1000);
    });

    it('adds entries that are missing from the saved state', async () => {
      const { run, line } = await start();
      run.engine.sendText('Hello.');
      await run.nextUtterance();
      run.engine.updateContext('The user is in room 12.');
      await line.received.next('note', (message) => JSON.stringify(message).includes('room 12'));
      line.drop();
      const second = await server.nextConnection();
      await second.received.next('note', (message) => JSON.stringify(message).includes('room 12'));
    });
  });

  it('survives meaningless frames', async () => {
    const { run, line } = await start();
    line.sendRaw(new Uint8Array([1, 2, 3]));
    line.sendRaw('"text"');
    line.sendAsBinary({ toolCall: { functionCalls: [{ name: 'x' }, 7] } });
    line.sendAsBinary({
      serverContent: { modelTurn: { parts: [{ inlineData: { mimeType: 'image/png' } }, null] } },
    });
    line.sendAsBinary({ goAway: { timeLeft: 12 }, somethingNew: {} });
    await server.nextConnection();
    expect(run.all('warning').map((event) => event.message)).toEqual([
      'Gemini sent an invalid message: a binary frame of 3 characters is not valid JSON',
      'Gemini sent an invalid message: a text frame is not a JSON object',
      'Gemini sent a function call without an id or a name',
      'Gemini sent a part of type image/png without audio',
    ]);
  });

  it('ends when the quota is used up in the middle', async () => {
    const { run, line } = await start();
    line.end(
      1011,
      'You exceeded your current quota, please check your plan and billing details. For more informa',
    );
    expect(await run.next('fault')).toMatchObject({ provider: 'gemini', fault: 'quota' });
    expect((await run.next('failed')).message).toContain(
      'Gemini reports an exhausted quota or balance: closed 1011',
    );
  });

  it.each([
    [{ apiKey: 'AIzaWrong98765432' }, undefined, 'auth', 'check GEMINI_API_KEY'],
    [{}, { code: 1008, reason: 'models/x is not found for API version v1beta' }, 'rejected', 'is not found'],
    [{}, { code: 1011, reason: 'Resource has been exhausted (e.g. check quota).' }, 'quota', 'check quota'],
    [
      { plan: { model: 'gpt-realtime' } },
      undefined,
      undefined,
      'the provider gemini does not have the model',
    ],
  ])('cannot start with %j when the answer is %j', async (options, refusal, kind, words) => {
    server.refuseSetup = refusal;
    const failure: unknown = await fixture
      .run(options)
      .engine.start()
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ message: expect.stringContaining(words), ...(kind ? { kind } : {}) });
    expect(String(failure)).not.toContain('98765432');
  });
});
