import { describe, expect, it, vi } from 'vitest';
import { FakeClock } from '../support/inside/engines.ts';
import { openAiFixture } from './openai-fixture.ts';

describe('the OpenAI engine after errors', () => {
  const fixture = openAiFixture();

  it('does not run a call that was interrupted while it was being written', async () => {
    const { run, line, server } = await fixture.start();
    server.replies.push({
      say: 'Well then',
      calls: [{ name: 'end_conversation', args: '{}' }],
      holdInCall: true,
    });
    run.engine.sendText('Goodbye.');
    await run.next('text');
    run.engine.interrupt();
    await line.received.next('cancel', ({ type }) => type === 'response.cancel');
    server.replies.push({ say: 'I am still here.' });
    run.engine.sendText('Wait.');
    await run.next('text', ({ text }) => text.includes('here'));
    expect(run.all('tool_call')).toEqual([]);
    expect(run.all('end_requested')).toEqual([]);
  });

  describe('a lost connection', () => {
    it('truncates an answer of the previous connection by replacing its item', async () => {
      const { run, line, server } = await fixture.start();
      server.replies.push({ say: 'one two three' });
      run.engine.sendText('Count.');
      const { id } = await run.nextUtterance();
      line.drop();
      const second = await server.nextConnection();
      await second.received.next('history', (message) => message.type === 'conversation.item.create');
      run.engine.interrupt({ utteranceId: id, heardMs: 400, heardText: 'one' });
      await second.received.next('delete', (message) => message.type === 'conversation.item.delete');
      const anew = await second.received.next('item', (message) => JSON.stringify(message).includes('one —'));
      expect(anew).toMatchObject({ item: { role: 'assistant' } });
    });

    it('is given up after several attempts', async () => {
      const clock = new FakeClock();
      const { run, line, server } = await fixture.start({ clock });
      server.refuseAll(503, { error: { message: 'Overloaded' } });
      line.drop();
      while (run.all('failed').length === 0) await clock.advance(100);
      expect(run.all('failed')[0]?.message).toBe('OpenAI is not available: HTTP 503 Overloaded');
      expect(clock.pending).toBe(0);
    });

    it('fails after half a minute if the provider does not answer at all', async () => {
      const clock = new FakeClock();
      const { run, line, server } = await fixture.start({ clock });
      server.ignoreAll();
      const lostAt = clock.now();
      line.drop();
      await run.next('warning');
      while (run.all('failed').length === 0) await clock.advance(1000);
      expect(clock.now() - lostAt).toBeLessThan(36_000);
      expect(clock.pending).toBe(0);
    });

    it('ends the engine, but not the process, if handling it throws', async () => {
      const clock = new FakeClock();
      const { run, line } = await fixture.start({ clock });
      const now = clock.now.bind(clock);
      clock.now = () => {
        clock.now = now;
        throw new Error('a fault of our own');
      };
      line.drop();
      expect((await run.next('failed')).message).toBe('a fault of our own');
      expect(clock.pending).toBe(0);
    });

    it('is not retried if the key was revoked', async () => {
      const { run, line, server } = await fixture.start();
      line.end(3000, 'invalid_request_error.invalid_api_key');
      expect((await run.next('failed')).message).toContain(
        'OpenAI refused the API key (check OPENAI_API_KEY)',
      );
      expect(server.connections.all).toHaveLength(1);
    });
  });

  it('does not reconnect to a server that sent a message above the maximum length', async () => {
    const { run, line, server } = await fixture.start();
    line.sendRaw(`{"type":"${'x'.repeat(4_500_000)}"}`);
    expect((await run.next('failed')).message).toContain('OpenAI rejected the request');
    expect(server.connections.all).toHaveLength(1);
  });

  it('replaces the connection before its hour is over, in a pause, without losing anything', async () => {
    const clock = new FakeClock();
    const { run, line, server } = await fixture.start({ clock });
    server.replies.push({ say: 'Hello there.' });
    run.engine.sendText('Hello.');
    await run.nextUtterance();
    await clock.advance(54.95 * 60_000);
    expect(server.connections.all).toHaveLength(1);
    server.replies.push({ say: 'Let me think about that', holdAfterMs: 300 });
    run.engine.sendText('A hard question.');
    await run.next('text', (event) => event.text === 'Let');
    // A new connection is due, but an answer is in progress.
    await clock.advance(4_000);
    expect(server.connections.all).toHaveLength(1);
    server.release(line);
    const second = await server.nextConnection();
    expect((await line.closed).code).toBe(1000);
    server.replies.push({ say: 'Yes.' });
    run.engine.sendText('Done?');
    await run.events.next(
      'answer on the new line',
      (event) => event.type === 'text' && event.text === 'Yes.',
    );
    expect(second.items.map(({ text }) => text)).toEqual([
      'Hello.',
      'Hello there.',
      'A hard question.',
      'Let me think about that',
      'Done?',
      'Yes.',
    ]);
    expect(run.all('warning')).toEqual([]);
  });

  it('replaces the connection during speech only if it must, and continues afterwards', async () => {
    const clock = new FakeClock();
    fixture.server.expiresAt = clock.wall() / 1000 + 61;
    const { run, line, server } = await fixture.start({ clock });
    server.replies.push({ say: 'a very long answer', holdAfterMs: 600 }, { say: 'answer.' });
    await clock.advance(29_000);
    run.engine.sendText('Tell me.');
    await run.next('text', (event) => event.text === ' very');
    await clock.advance(2500);
    const second = await server.nextConnection();
    await run.next('text', (event) => event.text === 'answer.');
    expect((await line.closed).code).toBe(1000);
    expect(second.items.map(({ text }) => text)).toEqual(['Tell me.', 'a very', 'answer.']);
  });

  it('respects the end time that the provider announces', async () => {
    const clock = new FakeClock();
    fixture.server.expiresAt = clock.wall() / 1000 + 30 * 60;
    await fixture.start({ clock });
    await clock.advance(25 * 60_000 + 2000);
    await fixture.server.nextConnection();
  });

  it('treats an expired session as a lost connection', async () => {
    const { run, line, server } = await fixture.start();
    line.send({
      type: 'error',
      error: {
        type: 'invalid_request_error',
        code: 'session_expired',
        message: 'Your session hit the maximum duration.',
      },
    });
    await server.nextConnection();
    server.replies.push({ say: 'Yes.' });
    expect(await run.ask('There?')).toBe('Yes.');
  });

  it('survives meaningless frames', async () => {
    const { run, line } = await fixture.start();
    line.sendRaw('{"type":');
    line.sendRaw(new Uint8Array([0xff, 0x00, 0x13]));
    line.sendRaw('[1,2]');
    line.send({ type: 'response.output_audio.delta', item_id: 7, delta: null });
    line.send({ type: 'response.output_item.done' });
    line.send({ type: 'a.future.event' });
    line.send({ no: 'type' });
    line.sendAsBinary({ type: 'input_audio_buffer.speech_started' });
    await run.next('user_speech');
    expect(run.all('warning').map((event) => event.message)).toEqual([
      'OpenAI sent an invalid message: a text frame of 8 characters is not valid JSON',
      'OpenAI sent an invalid message: a binary frame of 3 characters is not valid JSON',
      'OpenAI sent an invalid message: a text frame is not a JSON object',
      'OpenAI sent a malformed response.output_audio.delta',
      'OpenAI sent a malformed response.output_item.done',
      'OpenAI sent a message without a type',
    ]);
  });

  it('repeats an answer that failed once, and gives up if it fails again', async () => {
    const { run, server } = await fixture.start();
    const fail = { type: 'server_error', code: 'server_error', message: 'The server had an error' };
    server.replies.push({ fail }, { say: 'Now it works.' });
    expect(await run.ask('Hello.')).toBe('Now it works.');
    server.replies.push({ fail }, { fail });
    run.engine.sendText('And now?');
    expect((await run.next('failed')).message).toContain('The server had an error');
  });

  it('waits as long as a rate limit requires, several times in a row, and repeats the request', async () => {
    const clock = new FakeClock();
    const { run, line, server } = await fixture.start({ clock });
    const fail = {
      type: 'tokens',
      code: 'rate_limit_exceeded',
      message: 'Rate limit reached for gpt-realtime. Please try again in 1.5s. Visit your billing page.',
    };
    server.replies.push({ fail }, { fail }, { fail }, { say: 'Welcome to the Meridian!' });
    run.engine.greet();
    for (let times = 1; times <= 3; times++) {
      const request = await line.received.next('request', ({ type }) => type === 'response.create');
      expect(JSON.stringify(request)).toContain('Welcome to the Meridian!');
      if (times === 1)
        expect((await run.next('warning')).message).toContain('the next attempt follows in 1.5 s');
      await vi.waitFor(() => expect(clock.pending).toBeGreaterThan(0), { timeout: 60_000 });
      await line.flushed();
      await clock.advance(1400);
      expect(line.active).toBeUndefined();
      await clock.advance(200);
    }
    expect((await run.nextUtterance()).text).toBe('Welcome to the Meridian!');
    expect(run.all('failed')).toEqual([]);
  });

  it('ends at once when the account is closed, whichever field reports that', async () => {
    for (const told of [
      { type: 'account_deactivated', code: '' },
      { type: 'invalid_request_error', code: 'account_deactivated' },
    ]) {
      const { run, server } = await fixture.start();
      server.replies.push({ fail: { ...told, message: 'Write to us.' } });
      run.engine.sendText('Hello.');
      expect((await run.next('failed')).message).toContain('Write to us.');
    }
  });

  it('ends at once when the quota is used up', async () => {
    const { run, server } = await fixture.start();
    const message = 'You exceeded your current quota, please check your plan and billing details.';
    server.replies.push({ fail: { type: 'insufficient_quota', code: 'insufficient_quota', message } });
    run.engine.sendText('Hello.');
    expect(await run.next('fault')).toMatchObject({ provider: 'openai', fault: 'quota' });
    expect((await run.next('failed')).message).toContain('OpenAI reports an exhausted quota or balance');
  });

  it('replaces the connection when no answer arrives, and ends if none arrives on the next', async () => {
    const clock = new FakeClock();
    const { run, line, server } = await fixture.start({ clock });
    server.replies.push({ mute: true }, { mute: true });
    run.engine.sendText('Hello?');
    await line.received.next('request', (message) => message.type === 'response.create');
    await clock.advance(21_000);
    await server.nextConnection();
    const second = server.connections.all[1]!;
    await second.received.next('request', (message) => message.type === 'response.create');
    await clock.advance(21_000);
    expect((await run.next('failed')).message).toBe(
      'OpenAI did not answer in time: no answer to two consecutive requests',
    );
  });

  it('replaces the connection when the answer stops in the middle', async () => {
    const clock = new FakeClock();
    const { run, line, server } = await fixture.start({ clock });
    server.replies.push({ say: 'one two three four', holdAfterMs: 600 }, { say: 'three four' });
    run.engine.sendText('Count.');
    await run.next('text', ({ text }) => text.includes('two'));
    await line.received.next('request', (message) => message.type === 'response.create');
    await clock.advance(21_000);
    expect((await run.next('warning')).message).toContain('reconnecting');
    await run.next('text', ({ text }) => text.includes('four'));
    expect(run.all('failed')).toEqual([]);
  });

  it('answers what is typed into an answer that stopped in the middle, even if it cannot be cancelled', async () => {
    const clock = new FakeClock();
    const { run, line, server } = await fixture.start({ clock });
    server.replies.push({ say: 'one two three four', holdAfterMs: 600 }, { say: 'Here again.' });
    run.engine.sendText('Count.');
    await run.next('text', ({ text }) => text.includes('two'));
    server.ignoresCancel = true;
    run.engine.sendText('Hello?');
    await line.received.next('cancel', (message) => message.type === 'response.cancel');
    await clock.advance(6_000);
    await run.next('text', ({ text }) => text.includes('again'));
    expect(server.connections.all[1]!.received.all.filter(({ type }) => type === 'response.create')).toEqual([
      expect.not.objectContaining({ response: expect.anything() }),
    ]);
    expect(run.all('failed')).toEqual([]);
  });

  describe('cannot start', () => {
    it('when the key is refused, with an error that does not contain the key', async () => {
      const failing = fixture.run({ apiKey: 'sk-wrong-98765432' });
      const failure = await failing.engine.start().catch((error: Error) => error);
      expect(failure).toMatchObject({ kind: 'auth' });
      expect(String(failure)).toContain('OpenAI refused the API key (check OPENAI_API_KEY)');
      expect(String(failure)).not.toContain('98765432');
      expect(fixture.server.connections.all).toHaveLength(1);
    });

    it.each([
      [401, { error: { message: 'Incorrect API key', code: 'invalid_api_key' } }, 'auth'],
      [429, { error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } }, 'quota'],
      [404, { error: { message: 'The model `x` does not exist', code: 'model_not_found' } }, 'rejected'],
    ])('when the upgrade is answered with %i', async (status, body, kind) => {
      fixture.server.refuseAll(status, body);
      await expect(fixture.run().engine.start()).rejects.toMatchObject({
        kind,
        message: expect.stringContaining(String(status)),
      });
    });

    it('when the session is refused', async () => {
      fixture.server.refuseSession = {
        type: 'invalid_request_error',
        code: 'invalid_value',
        message: 'Invalid voice',
      };
      await expect(fixture.run().engine.start()).rejects.toMatchObject({
        kind: 'rejected',
        message: expect.stringContaining('Invalid voice'),
      });
    });

    it('when nothing answers for as long as its user waits', async () => {
      const clock = new FakeClock();
      fixture.server.ignoreAll();
      const beganAt = clock.now();
      let failure: unknown;
      fixture
        .run({ clock })
        .engine.start()
        .catch((error: unknown) => {
          failure = error;
        });
      while (!failure) await clock.advance(200);
      expect(failure).toMatchObject({ kind: 'timeout' });
      expect(clock.now() - beganAt).toBeLessThan(11_000);
    });

    it('but a temporary failure is retried', async () => {
      fixture.server.refuseNext(503, { error: { message: 'Overloaded' } });
      await fixture.start();
      expect(fixture.server.connections.all).toHaveLength(1);
    });
  });

  it('drops audio instead of buffering it when the connection is too slow', async () => {
    const { run, line, server } = await fixture.start();
    line.socket.pause();
    // Far more than the system's buffers and the engine's limit can hold.
    const second = new Int16Array(24_000);
    for (let i = 0; i < 400; i++) run.engine.pushAudio(second);
    expect((await run.next('warning')).message).toContain('too slow');
    line.socket.resume();
    server.replies.push({ say: 'Yes.' });
    expect(await run.ask('There?')).toBe('Yes.');
    expect(line.heardSamples).toBeLessThan(400 * 24_000);
  });
});
