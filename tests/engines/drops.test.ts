import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEADLINE_MS } from '../support/deadlines.ts';
import { engineOf } from '../support/providers/engine-of.ts';
import { EngineRun } from '../support/providers/engine-run.ts';
import { LocalProviders } from '../support/providers/local-providers.ts';
import { ORDER_TAXI } from './engine-fixture.ts';

const ANSWER = 'one two three four';
const QUESTION = 'Can you count?';
const HALF_MS = 600;
const WORD_MS = 300;
const PATIENCE = { timeout: DEADLINE_MS };

/** Whenever the connection drops, the interrupted turn ends, and the next connection gets everything that was said. */
describe.each(['openai', 'gemini', 'elevenlabs'] as const)('the connection to %s is lost', (name) => {
  let providers: LocalProviders;
  let run: EngineRun;

  beforeEach(async () => {
    providers = await LocalProviders.start();
    run = new EngineRun(engineOf(name, providers), {
      plan: { remoteId: providers.elevenlabs.agentId },
      tools: [ORDER_TAXI],
    });
    await run.engine.start();
    run.engine.greet();
    await run.nextUtterance();
  });

  afterEach(async () => {
    expect(run.all('failed')).toEqual([]);
    await run.engine.close();
    await providers.stop();
  });

  const server = () => providers[name];
  const line = () => server().connections.all.at(-1)!;
  const drop = async () => {
    line().drop();
    await run.next('warning', ({ message }) => message.endsWith('reconnecting'));
  };
  /** Returns everything that the provider knows on its current connection, as JSON. */
  const known = () => {
    const lines = {
      openai: () => providers.openai.connections.all.at(-1)!.items,
      gemini: () => providers.gemini.connections.all.at(-1)!.turns,
      elevenlabs: () => providers.elevenlabs.connections.all.at(-1)!.knows,
    };
    return JSON.stringify(lines[name]());
  };
  const sent = (words: string) => line().received.all.filter((it) => JSON.stringify(it).includes(words));

  async function ask(...replies: { say?: string; mute?: true; holdAfterMs?: number; holdEnd?: 'untold' }[]) {
    server().replies.push(...replies);
    run.engine.sendText(QUESTION);
    await vi.waitFor(() => expect(server().replies).toHaveLength(replies.length - 1), PATIENCE);
  }

  it('and the results of its tools reach the next connection', async () => {
    const args = { seats: 2 };
    const asText = name === 'openai' ? JSON.stringify(args) : args;
    server().replies.push({ calls: [{ name: 'order_taxi', args: asText }] } as never, { say: 'It comes.' });
    expect(await run.ask('A taxi, please.')).toBe('It comes.');
    // The provider has lost its own record, so it is sent everything again.
    providers.gemini.saved.clear();
    await drop();
    await server().nextConnection();
    await answersTheNext('A taxi, please.');
    expect(known()).toMatch(/order_taxi.*The number is 42\..*It comes\./);
  });

  async function answersTheNext(question = QUESTION) {
    server().replies.push({ say: 'The next answer.' });
    expect(await run.ask('And the next question?')).toBe('The next answer.');
    expect(known()).toContain(question);
    const ended = run.all('utterance_finished').map(({ utteranceId }) => utteranceId);
    expect(ended).toEqual(run.all('utterance_started').map(({ utteranceId }) => utteranceId));
  }

  it('before the first sound of an answer: it is given on the next connection', async () => {
    await ask({ mute: true }, { say: ANSWER });
    await drop();
    expect((await run.nextUtterance()).text).toBe(ANSWER);
    await answersTheNext();
  });

  it('in the middle of an answer: it continues', async () => {
    await ask({ say: ANSWER, holdAfterMs: HALF_MS }, { say: 'three four' });
    const { utteranceId } = await run.next('utterance_started');
    await run.next('audio', () => run.said(utteranceId).audioMs === HALF_MS);
    await drop();
    await run.next('utterance_finished', (event) => event.utteranceId === utteranceId);
    expect((await run.nextUtterance()).text).toBe('three four');
    await answersTheNext();
  });

  it('after the last sound of an answer, before its end is reported: the model is asked whether there is more', async () => {
    await ask({ say: ANSWER, holdEnd: 'untold' }, { say: 'That is all.' });
    const { utteranceId } = await run.next('utterance_started');
    await run.next('audio', () => run.said(utteranceId).audioMs === 4 * WORD_MS);
    await drop();
    expect((await run.nextUtterance()).text).toBe('That is all.');
    await answersTheNext();
  });

  it('while an answer is still being played: it is cut to what was heard', async () => {
    await ask({ say: ANSWER });
    const { id } = await run.nextUtterance();
    line().drop();
    run.engine.interrupt({ utteranceId: id, heardMs: WORD_MS, heardText: 'one' });
    await answersTheNext();
    // Gemini resumes the session that it has saved, and is sent the rest.
    if (name === 'gemini') expect(known()).toContain('heard your last answer only up to: \\"one\\"');
    else expect(known()).toContain('one —');
    if (name !== 'gemini') expect(known()).not.toContain('one two');
  });

  it('while nobody is speaking: nothing is said', async () => {
    await ask({ say: ANSWER });
    await run.nextUtterance();
    await drop();
    await answersTheNext();
    expect(sent('The connection was interrupted for a moment')).toEqual([]);
  });

  it('and the user types before it is restored: only that text is answered', async () => {
    await ask({ say: ANSWER, holdAfterMs: HALF_MS });
    await run.next('utterance_started');
    await drop();
    await answersTheNext();
    expect(sent('The connection was interrupted for a moment')).toEqual([]);
  });

  it('while the user speaks: the next connection hears the whole sentence', async () => {
    run.speak(400, 0);
    await vi.waitFor(() => expect(line().heardSamples).toBeGreaterThan(0), PATIENCE);
    await drop();
    server().userWords.push(QUESTION);
    server().replies.push({ say: ANSWER });
    run.speak(300, 500);
    expect((await run.next('user_transcript', ({ final }) => final)).text).toBe(QUESTION);
    expect((await run.nextUtterance()).text).toBe(ANSWER);
    expect(line().heardSamples / (name === 'openai' ? 24 : 16)).toBeGreaterThanOrEqual(1190);
    await answersTheNext();
  });

  it('after the user has spoken, before the answer: the speech is sent again and answered', async () => {
    run.speak(400, 0);
    await vi.waitFor(() => expect(line().heardSamples).toBeGreaterThan(0), PATIENCE);
    if (name === 'openai') {
      line().send({ type: 'input_audio_buffer.speech_stopped', audio_end_ms: 400, item_id: 'item_user' });
      line().send({ type: 'input_audio_buffer.committed', item_id: 'item_user' });
      const type = 'conversation.item.input_audio_transcription.delta';
      line().send({ type, item_id: 'item_user', delta: QUESTION.slice(0, 8) });
    } else if (name === 'gemini') {
      line().send({ serverContent: { inputTranscription: { text: QUESTION.slice(0, 8) } } });
    } else {
      const event = { user_transcript: QUESTION.slice(0, 8), event_id: 1000 };
      line().send({ type: 'tentative_user_transcript', tentative_user_transcription_event: event });
    }
    await drop();
    server().userWords.push(QUESTION);
    server().replies.push({ say: ANSWER });
    run.speak(0, 500);
    expect((await run.next('user_transcript', ({ final }) => final)).text).toBe(QUESTION);
    expect((await run.nextUtterance()).text).toBe(ANSWER);
    await answersTheNext();
    expect(known().split(QUESTION.slice(0, 8))).toHaveLength(2);
  });
});

describe.each(['openai', 'gemini'] as const)('an answer of %s that has lost only its end', (name) => {
  it('counts as finished', async () => {
    const providers = await LocalProviders.start();
    const run = new EngineRun(engineOf(name, providers));
    await run.engine.start();
    const server = providers[name];
    server.replies.push({ say: ANSWER, holdEnd: 'told' });
    expect(await run.ask(QUESTION)).toBe(ANSWER);
    server.connections.all.at(-1)!.drop();
    await run.next('warning');
    server.replies.push({ say: 'The next answer.' });
    expect(await run.ask('And the next question?')).toBe('The next answer.');
    const received = JSON.stringify(server.connections.all.at(-1)!.received.all);
    expect(received).not.toContain('The connection was interrupted for a moment');
    await run.engine.close();
    await providers.stop();
  });
});
