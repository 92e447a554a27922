import { beforeEach, describe, expect, it } from 'vitest';
import { type Clock, createElevenLabsEngine, FakeClock } from '../support/inside/engines.ts';
import { type ElevenLabsConnection, ElevenLabsServer } from '../support/providers/elevenlabs-server.ts';
import type { EngineRun } from '../support/providers/engine-run.ts';
import { patientClock } from '../support/providers/patient-clock.ts';
import { EngineFixture, passages, type RunOptions } from './engine-fixture.ts';

type Options = RunOptions & { apiKey?: string; clock?: Clock };

describe('the ElevenLabs engine', () => {
  const fixture = new EngineFixture<ElevenLabsConnection, ElevenLabsServer, Options>(
    () => new ElevenLabsServer('xi_test_0123456789'),
    ({ baseUrl, apiKey }, options) =>
      createElevenLabsEngine({ baseUrl, apiKey, clock: patientClock, ...options }),
  );
  let server: ElevenLabsServer;
  beforeEach(() => {
    server = fixture.server;
  });

  const open = ({ plan, ...options }: Options = {}) =>
    fixture.run({ plan: { remoteId: server.agentId, ...plan }, ...options });

  /** Starts the engine and waits until the greeting has been heard. */
  async function greeted(options: Options = {}): Promise<{ run: EngineRun; line: ElevenLabsConnection }> {
    const run = open(options);
    await run.engine.start();
    run.engine.greet();
    const line = await server.nextConnection();
    await run.next('utterance_started');
    await run.next('utterance_finished');
    return { run, line };
  }

  it('starts the conversation with the greeting, not before', async () => {
    const run = open({ plan: { voice: 'EXAVITQu4vr4xnSDxMaL' } });
    await run.engine.start();
    expect(server.connections.all).toHaveLength(0);
    run.engine.greet();
    const line = await server.nextConnection();
    expect((await run.nextUtterance()).text).toBe('Welcome to the Meridian!');
    expect(line.initiation?.conversation_config_override).toMatchObject({
      agent: {
        prompt: { prompt: expect.stringContaining('Vera, the concierge') },
        first_message: 'Welcome to the Meridian!',
      },
      tts: { voice_id: 'EXAVITQu4vr4xnSDxMaL' },
    });
  });

  it("is told the agent's language if there is only one", async () => {
    const { line } = await greeted({ plan: { language: 'de' } });
    expect(line.initiation?.conversation_config_override).toMatchObject({ agent: { language: 'de' } });
  });

  it('lets the agent use its own greeting if the plan has none, and ignores other providers’ voices', async () => {
    const { run, line } = await greeted({ plan: { greeting: '', voice: 'Puck' } });
    expect(run.said(run.all('utterance_started')[0]!.utteranceId).text).toBe('Own greeting.');
    expect(line.initiation?.conversation_config_override).not.toHaveProperty('tts');
  });

  it.each(['pcm_8000', 'pcm_22050', 'pcm_44100', 'ulaw_8000'])('speaks and hears %s', async (format) => {
    server.outputFormat = format;
    server.inputFormat = format;
    const { run, line } = await greeted();
    server.userWords.push('When is breakfast?');
    server.replies.push({ say: 'From seven to ten.' });
    run.speak(600);
    expect(await run.nextUtterance()).toMatchObject({ text: 'From seven to ten.', audioMs: 1200 });
    expect(run.all('user_transcript').map(({ text, final }) => [text, final])).toEqual([
      ['When i', false],
      ['When is breakfast?', true],
    ]);
    const rate = Number(format.split('_')[1]);
    expect(line.heardSamples).toBeGreaterThan(0.98 * rate);
    expect(line.heardSamples).toBeLessThanOrEqual(rate);
  });

  it.each(['pcm_0999', 'pcm_0000', 'pcm_99999'])(
    'continues if the invalid format %s is announced',
    async (format) => {
      const { run, line } = await greeted();
      line.send({
        type: 'conversation_initiation_metadata',
        conversation_initiation_metadata_event: {
          agent_output_audio_format: 'pcm_16000',
          user_input_audio_format: format,
        },
      });
      expect((await run.next('warning')).message).toBe(
        'ElevenLabs sent a malformed conversation_initiation_metadata',
      );
      server.replies.push({ say: 'From seven to ten.' });
      run.engine.sendText('When is breakfast?');
      expect(await run.nextUtterance()).toMatchObject({ text: 'From seven to ten.' });
    },
  );

  it('aligns words with their sound if the server gives times', async () => {
    server.alignment = true;
    const { run } = await greeted();
    const pieces = run
      .all('audio')
      .map(({ text, pcm, sampleRate }) => [text, (pcm.length * 1000) / sampleRate]);
    expect(pieces).toEqual([
      ['Welcome', 300],
      [' to', 300],
      [' the', 300],
      [' Meridian!', 300],
    ]);
    expect(run.all('text')).toEqual([]);
  });

  it('detects the end of an answer that is not reported', async () => {
    server.tellsEnd = false;
    const clock = new FakeClock();
    const run = open({ clock });
    await run.engine.start();
    run.engine.greet();
    await server.nextConnection();
    const { utteranceId } = await run.next('utterance_started');
    await run.next('audio', () => run.said(utteranceId).audioMs === 1200);
    expect(run.all('utterance_finished')).toEqual([]);
    await clock.advance(1500);
    expect(run.all('utterance_finished')).toHaveLength(1);
    // With alignment the engine does not have to wait.
    server.alignment = true;
    server.replies.push({ say: 'Of course it is.' });
    expect(await run.ask('Is it open?')).toBe('Of course it is.');
  });

  it.each([
    ['with', true],
    ['without', false],
  ])('asks for the rest of an answer that stops in the middle, %s times of words', async (_, alignment) => {
    server.alignment = alignment;
    server.tellsEnd = false;
    const clock = new FakeClock();
    const run = open({ clock });
    await run.engine.start();
    run.engine.greet();
    await server.nextConnection();
    const { utteranceId: greeting } = await run.next('utterance_started');
    await run.next('audio', () => run.said(greeting).audioMs === 1200);
    await clock.advance(1500);
    await run.next('utterance_finished');
    server.replies.push(
      { say: 'The museum opens at nine. It closes at six.', holdAfterMs: 600 },
      { say: 'opens at nine.' },
    );
    run.engine.sendText('When does it open?');
    const { utteranceId } = await run.next('utterance_started');
    await run.next('audio', () => run.said(utteranceId).audioMs === 600);
    await clock.advance(1500);
    expect(run.all('utterance_finished').map((event) => event.utteranceId)).toEqual([greeting]);
    await clock.advance(3500);
    const line = await server.nextConnection();
    const words = alignment ? {} : { spokenText: 'The museum' };
    const finished = await run.next('utterance_finished');
    expect(finished).toEqual({ type: 'utterance_finished', utteranceId, ...words });
    await run.next('utterance_started');
    expect(JSON.stringify(line.knows)).toMatch(/The museum(?! opens)/);
  });

  it('ends an answer after a pause while a tool runs, although words are missing', async () => {
    const clock = new FakeClock();
    const run = open({ clock });
    await run.engine.start();
    run.engine.greet();
    const line = await server.nextConnection();
    const { utteranceId: greeting } = await run.next('utterance_finished');
    server.replies.push({ say: 'one two three four five six seven', holdAfterMs: 300 });
    run.engine.sendText('Count.');
    const { utteranceId } = await run.next('utterance_started', (event) => event.utteranceId !== greeting);
    await run.next('audio', () => run.said(utteranceId).audioMs === 300);
    // The second one is never answered, so the agent waits.
    line.openCalls.add('call_1').add('call_2');
    const call = { tool_name: 'count', tool_call_id: 'call_1', parameters: {}, event_id: 99 };
    line.send({ type: 'client_tool_call', client_tool_call: call });
    await run.next('tool_call');
    await clock.advance(1500);
    await run.next('utterance_finished', (event) => event.utteranceId === utteranceId);
  });

  it('drops the sound of an interrupted answer and tells the agent what was heard', async () => {
    const { run, line } = await greeted();
    server.replies.push({ say: 'one two three', holdAfterMs: 600, lateAfterInterruption: true });
    run.engine.sendText('Count.');
    const { utteranceId } = await run.next('utterance_started');
    await run.next('audio', () => run.said(utteranceId).audioMs === 600);
    run.speak(200, 0);
    await run.next('user_speech', (event) => event.speaking);
    run.engine.interrupt({ utteranceId, heardMs: 300, heardText: 'one' });
    const update = await line.received.next('update', (message) => message.type === 'contextual_update');
    expect(update.text).toContain('only up to: "one"');
    server.replies.push({ say: 'Fine.' });
    run.speak(200);
    expect((await run.nextUtterance()).text).toBe('Fine.');
    expect(run.said(utteranceId).audioMs).toBe(600);
    expect(run.all('user_speech').map((event) => event.speaking)).toEqual([true, false]);
  });

  it('answers pings with their ids', async () => {
    const { line } = await greeted();
    server.ping(line);
    server.ping(line);
    await line.received.next('pong', (message) => message.type === 'pong');
    await line.received.next('pong', (message) => message.type === 'pong');
    expect(line.openPings.size).toBe(0);
  });

  it('runs the tools that the remote agent calls, and refuses others', async () => {
    const { run, line } = await greeted({ passages });
    server.replies.push(
      {
        calls: [
          { name: 'search_knowledge_base', args: { query: 'spa' } },
          { name: 'open_door', args: {} },
        ],
      },
      { say: 'Upstairs.' },
    );
    run.engine.sendText('Where is the spa?');
    const results = await Promise.all(
      [0, 1].map(() => line.received.next('result', (message) => message.type === 'client_tool_result')),
    );
    expect(results.filter((result) => result.is_error)).toHaveLength(1);
    expect((await run.nextUtterance()).text).toBe('Upstairs.');
    expect(line.knows.filter((entry) => entry.startsWith('tool: ')).sort()).toEqual([
      'tool: The tool failed: there is no tool "open_door".',
      'tool: [1] Map: About spa: upstairs',
    ]);
  });

  it('derives emotions from the words', async () => {
    const { run } = await greeted({ plan: { emotions: true } });
    expect((await run.next('emotion')).emotion).toBe('happy');
    server.replies.push({ say: 'Unfortunately we are full.' }, { say: 'It has three floors.' });
    run.engine.sendText('A room, please.');
    expect((await run.next('emotion')).emotion).toBe('sad');
    run.engine.sendText('And the house?');
    expect((await run.next('emotion')).emotion).toBe('neutral');
  });

  it('omits the overrides that the agent forbids, keeps the others, and reports that', async () => {
    server.refusedOverrides.add('prompt').add('voice_id');
    const { run } = await greeted({ plan: { voice: 'EXAVITQu4vr4xnSDxMaL' } });
    expect(run.said(run.all('utterance_started')[0]!.utteranceId).text).toBe('Welcome to the Meridian!');
    const warnings = run.all('warning').map(({ message }) => message);
    expect(warnings).toEqual([
      expect.stringContaining('does not allow overriding: prompt'),
      expect.stringContaining('does not allow overriding: voice_id'),
    ]);
    const line = server.connections.all.at(-1)!;
    const update = await line.received.next('update', (message) => message.type === 'contextual_update');
    expect(update.text).toContain('Vera, the concierge');
  });

  it('leaves the agent its own prompt if the caller gave no instructions', async () => {
    const { line } = await greeted({
      plan: { remote: { keepsInstructions: true, context: 'Ada is a guest.' } },
    });
    expect(line.initiation?.conversation_config_override).toEqual({
      agent: { first_message: 'Welcome to the Meridian!' },
    });
    const update = await line.received.next('update', (message) => message.type === 'contextual_update');
    expect(update.text).toBe('Ada is a guest.');
  });

  it('passes on variables and the consumer, which some agents require to start', async () => {
    server.variables.push('guest');
    const remote = {
      keepsInstructions: true,
      variables: { guest: 'Ada', room: 7 },
      userId: 'ada@example.com',
    };
    const { line } = await greeted({ plan: { remote } });
    expect(line.initiation).toMatchObject({
      dynamic_variables: { guest: 'Ada', room: 7 },
      user_id: 'ada@example.com',
    });
    const run = open();
    await run.engine.start();
    run.engine.greet();
    const { message } = await run.next('failed');
    expect(message).toContain("Missing required dynamic variables in first message: {'guest'}");
  });

  it('hangs up when the agent reaches its maximum duration', async () => {
    const { run, line } = await greeted();
    line.send({
      type: 'error',
      error_event: { code: 1008, error_type: 'max_duration_exceeded', message: 'Conversation too long' },
    });
    line.end(1008, 'Conversation ended');
    await run.next('end_requested');
    expect(run.all('failed')).toEqual([]);
    expect(server.connections.all).toHaveLength(1);
    expect(run.all('warning').map(({ message }) => message)).toEqual([
      'The agent at ElevenLabs hangs up: its maximum conversation duration (set at ElevenLabs) is reached',
    ]);
  });

  it('keeps the conversation alive while the microphone is off', async () => {
    const clock = new FakeClock();
    const run = open({ clock });
    await run.engine.start();
    run.engine.greet();
    const line = await server.nextConnection();
    await run.next('utterance_started');
    await clock.advance(65_000);
    run.engine.updateContext('x');
    await line.received.next('update', (message) => message.type === 'contextual_update');
    expect(line.heardSamples).toBeGreaterThan(4000);
  });

  it('does not mistake an agent that leaves a turn to the user for a dead connection', async () => {
    const clock = new FakeClock();
    const run = open({ clock });
    await run.engine.start();
    run.engine.greet();
    const line = await server.nextConnection();
    await run.nextUtterance();
    for (const words of ['Hm.', 'Let me think.']) {
      server.userWords.push(words);
      server.replies.push({ mute: true });
      run.speak(400);
      await run.next('user_transcript', ({ text, final }) => final && text === words);
      await clock.advance(20_000);
      server.ping(line);
      await line.received.next('pong', ({ type }) => type === 'pong');
      await clock.advance(11_000);
      await run.next('unanswered');
    }
    expect(server.connections.all).toHaveLength(1);
    expect(run.all('warning')).toEqual([]);
  });

  it('hangs up when the agent does', async () => {
    const { run, line } = await greeted();
    line.end(1000, '');
    await run.next('end_requested');
    expect(run.all('failed')).toEqual([]);
    expect(server.connections.all).toHaveLength(1);
  });

  it('survives meaningless frames', async () => {
    const { run, line } = await greeted();
    line.sendRaw('}{');
    line.sendRaw(new Uint8Array([0, 1]));
    line.send({ type: 'audio', audio_event: { event_id: 'x' } });
    line.send({ type: 'ping' });
    line.send({ type: 'something_new', a: 1 });
    run.engine.sendText('There?');
    await run.nextUtterance();
    expect(run.all('warning').map((event) => event.message)).toEqual([
      'ElevenLabs sent an invalid message: a text frame of 2 characters is not valid JSON',
      'ElevenLabs sent an invalid message: a binary frame of 2 characters is not valid JSON',
      'ElevenLabs sent a malformed audio',
      'ElevenLabs sent a malformed ping',
    ]);
  });

  it.each([
    { type: 'error', message: 'received 1002 (protocol error) This request exceeds your quota limit.' },
    { type: 'error', error_event: { code: 1002, message: 'This request exceeds your quota limit.' } },
  ])('ends when the quota is used up: %j', async (message) => {
    const { run, line } = await greeted();
    line.send(message);
    expect(await run.next('fault')).toMatchObject({ provider: 'elevenlabs', fault: 'quota' });
    expect((await run.next('failed')).message).toContain('ElevenLabs reports an exhausted quota');
  });

  it.each([
    [
      { apiKey: 'xi_wrong_98765432' },
      'auth',
      'refused the API key (check ELEVENLABS_API_KEY): HTTP 401 Invalid API key',
    ],
    [{ plan: { remoteId: 'agent_other' } }, 'rejected', 'The agent was not found'],
    [{ plan: { remoteId: '' } }, undefined, 'needs "remoteId"'],
  ])('cannot start with %j', async (options, kind, words) => {
    const failure: unknown = await open(options)
      .engine.start()
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ message: expect.stringContaining(words), ...(kind ? { kind } : {}) });
    expect(String(failure)).not.toContain('98765432');
  });

  it('starts after a passing fault', async () => {
    server.overloads = 1;
    const run = open();
    await run.engine.start();
    run.engine.greet();
    await run.nextUtterance();
  });

  it('fails if the connection is refused after the start', async () => {
    const run = open();
    await run.engine.start();
    server.refuseAll(403, { detail: { message: 'This agent is blocked' } });
    run.engine.greet();
    expect((await run.next('failed')).message).toContain('This agent is blocked');
  });
});
