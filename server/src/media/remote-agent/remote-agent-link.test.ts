import { TRANSCRIPTION_FINAL, TRANSCRIPTION_SEGMENT_ID, TRANSCRIPTION_TOPIC } from '@visavis/contracts';
import { describe, expect, test } from 'vitest';
import { Deferred } from '../../lib/deferred.ts';
import { type Logger, silentLogger } from '../../lib/logger.ts';
import type { ConversationDeps } from '../conversation-deps.ts';
import { TestStage, testPlan } from '../testing/stage.ts';
import { speakTone } from '../testing/tone-engine.ts';

const SECOND = 1000;

/** An agent that sends speech as LiveKit's agents do: one byte stream per segment, faster than real time. */
class Agent {
  readonly stage: TestStage;
  #streams = 0;

  constructor(stage: TestStage) {
    this.stage = stage;
  }

  /** Opens a segment. The returned object sends chunks and ends it. */
  open(from = 'agent', attributes: Record<string, string> = { sample_rate: '24000', num_channels: '1' }) {
    const pipe = new TransformStream<Uint8Array, Uint8Array>(undefined, { highWaterMark: 1e6 });
    const writer = pipe.writable.getWriter();
    let discarded = false;
    this.stage.room.options.events.onBytes?.({
      from,
      streamId: `s${++this.#streams}`,
      name: 'AUDIO_x',
      attributes,
      chunks: pipe.readable,
      discard: async () => {
        discarded = true;
      },
    });
    return {
      write: (pcm: Int16Array) =>
        void writer.write(new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength)),
      close: () => void writer.close(),
      break: () => void writer.abort(new Error('the sender has gone')),
      get discarded() {
        return discarded;
      },
    };
  }

  say(text: string): void {
    const segment = this.open();
    segment.write(speakTone(text).pcm);
    segment.close();
  }

  clear(caller = 'agent'): string {
    return this.stage.room.services!.rpc['lk.clear_buffer']!(caller, '');
  }

  get reports(): unknown[] {
    return this.stage.room.rpcs
      .filter(({ method }) => method === 'lk.playback_finished')
      .map(({ payload }) => JSON.parse(payload));
  }
}

async function withAgent(deps: Partial<ConversationDeps> = {}, ...present: string[]): Promise<Agent> {
  const { engine: _, ...rest } = testPlan();
  const plan = { ...rest, mode: 'remote_agent' as const, remoteAgent: { identity: 'agent' } };
  const stage = new TestStage({ plan, deps });
  await stage.clock.advance(100);
  for (const identity of present.length > 0 ? present : ['agent', 'user']) stage.room.join(identity);
  await stage.clock.advance(500);
  return new Agent(stage);
}

describe('the avatar data-stream protocol', () => {
  test('plays speech from the beginning if it was sent before anybody received the avatar’s audio', async () => {
    const agent = await withAgent();
    const received = new Deferred();
    agent.stage.room.audioReceived = () => received.promise;
    agent.say('twenty characters ..');
    await agent.stage.clock.advance(1 * SECOND);
    expect(agent.stage.room.rpcs).toEqual([]);
    received.resolve();
    await agent.stage.clock.advance(3 * SECOND);
    expect(agent.reports).toMatchObject([{ playback_position: 1.1, interrupted: false }]);
  });

  test('plays speech from the beginning if it was sent before the consumer joined', async () => {
    const agent = await withAgent({}, 'agent');
    agent.say('twenty characters ..');
    await agent.stage.clock.advance(8 * SECOND);
    expect(agent.stage.room.rpcs).toEqual([]);
    agent.stage.room.join('user');
    await agent.stage.clock.advance(3 * SECOND);
    expect(agent.reports).toMatchObject([{ playback_position: 1.1, interrupted: false }]);
  });

  test('plays a segment and reports it exactly once, with exactly the three keys', async () => {
    const agent = await withAgent();
    agent.say('twenty characters ..');
    await agent.stage.clock.advance(500);
    expect(agent.stage.room.rpcs).toEqual([
      { identity: 'agent', method: 'lk.playback_started', payload: '' },
    ]);
    await agent.stage.clock.advance(2 * SECOND);
    expect(agent.stage.room.rpcs).toHaveLength(2);
    expect(agent.stage.room.rpcs[1]).toEqual({
      identity: 'agent',
      method: 'lk.playback_finished',
      payload: '{"playback_position":1.1,"interrupted":false,"synchronized_transcript":null}',
    });
    expect(agent.stage.tracks.soundMs).toBeGreaterThanOrEqual(1090);
  });

  test('after a clear the rest of the stream is discarded, and the next segment is played', async () => {
    const agent = await withAgent();
    const segment = agent.open();
    segment.write(speakTone('first part').pcm);
    await agent.stage.clock.advance(200);
    agent.clear();
    segment.write(speakTone('a late rest of it').pcm);
    segment.close();
    await agent.stage.clock.advance(1 * SECOND);
    const before = agent.stage.tracks.soundMs;
    expect(before).toBeLessThan(250);
    agent.say('next');
    await agent.stage.clock.advance(1 * SECOND);
    expect(agent.stage.tracks.soundMs - before).toBe(220);
    expect(agent.reports).toHaveLength(2);
  });

  test('a clear reports every outstanding segment, a queued one as not played', async () => {
    const agent = await withAgent();
    agent.say('the first of two segments');
    agent.say('the second');
    await agent.stage.clock.advance(300);
    agent.clear();
    await agent.stage.clock.advance(100);
    expect(agent.reports).toEqual([
      expect.objectContaining({ interrupted: true }),
      { playback_position: 0, interrupted: true, synchronized_transcript: null },
    ]);
  });

  test('a clear during the last part of a segment reports it once, with everything that was sent', async () => {
    for (const clearAfterMs of [200, 240, 255, 265, 270, 275, 280]) {
      const agent = await withAgent();
      agent.say('hello world');
      await agent.stage.clock.advance(clearAfterMs * 2);
      agent.clear();
      await agent.stage.clock.advance(500);
      expect(agent.reports).toHaveLength(1);
      const [{ playback_position: position, interrupted }] = agent.reports as [
        { playback_position: number; interrupted: boolean },
      ];
      expect(position).toBeCloseTo(agent.stage.tracks.soundMs / 1000, 1);
      if (!interrupted) expect(position).toBe(0.605);
    }
  });

  test('an empty segment is reported as finished', async () => {
    const agent = await withAgent();
    agent.open().close();
    await agent.stage.clock.advance(300);
    expect(agent.reports).toMatchObject([{ playback_position: 0, interrupted: false }]);
  });

  test('a stream whose end is lost ends once it was played and nothing more arrives', async () => {
    const agent = await withAgent();
    const segment = agent.open();
    segment.write(speakTone('half of it').pcm);
    await agent.stage.clock.advance(9 * SECOND);
    expect(agent.reports).toEqual([]);
    // A slow voice continues.
    segment.write(speakTone('and some more').pcm);
    await agent.stage.clock.advance(5 * SECOND);
    expect(agent.reports).toEqual([]);
    await agent.stage.clock.advance(20 * SECOND);
    expect(agent.reports).toEqual([expect.objectContaining({ interrupted: false })]);
    expect(segment.discarded).toBe(true);
    expect(agent.stage.timeline('warning')[0]).toContain('nor the end of the utterance');
    agent.say('the next');
    await agent.stage.clock.advance(2 * SECOND);
    expect(agent.reports).toHaveLength(2);
  });

  test('accepts speech and commands only from the agent', async () => {
    const agent = await withAgent();
    const stranger = agent.open('user');
    stranger.write(speakTone('not for you').pcm);
    agent.say('this is mine');
    await agent.stage.clock.advance(300);
    expect([stranger.discarded, agent.clear('user')]).toEqual([true, 'reject']);
    await agent.stage.clock.advance(1 * SECOND);
    expect(agent.reports).toEqual([expect.objectContaining({ playback_position: 0.66, interrupted: false })]);
  });

  test('ignored speech is logged once, however often a participant sends it', async () => {
    const logged: string[] = [];
    const warn: Logger['warn'] = (fields) => void logged.push(String(fields.event));
    const agent = await withAgent({ log: { ...silentLogger, warn } });
    for (let count = 0; count < 20; count++) {
      agent.open('user');
      agent.open().break();
    }
    await agent.stage.clock.advance(1 * SECOND);
    expect(logged).toEqual(['remote_agent.speech_refused', 'remote_agent.speech_broke_off']);
  });

  test('takes several channels, and chunks that cut a sample in two', async () => {
    const agent = await withAgent();
    const stream = agent.open('agent', { sample_rate: '16000', num_channels: '2' });
    const stereo = new Int16Array(2 * 16_000).fill(6000);
    const bytes = new Uint8Array(stereo.buffer);
    for (let at = 0; at < bytes.length; at += 1001) {
      const part = bytes.slice(at, at + 1001);
      stream.write(part as unknown as Int16Array);
    }
    stream.close();
    await agent.stage.clock.advance(2 * SECOND);
    expect(agent.reports).toEqual([expect.objectContaining({ playback_position: 1 })]);
  });

  test.each<Record<string, string>>([
    {},
    { sample_rate: '44100.5' },
    { sample_rate: '24000', num_channels: '1.5' },
    { sample_rate: '47999' },
    { sample_rate: '384000' },
  ])('a segment with an unusual rate is refused, reported and warned about: %o', async (attributes) => {
    const agent = await withAgent();
    const stream = agent.open('agent', attributes);
    await agent.stage.clock.advance(100);
    expect(stream.discarded).toBe(true);
    expect(agent.reports).toHaveLength(1);
    expect(agent.stage.timeline('warning')[0]).toContain('22050, 24000, 32000');
  });

  test('a limited number of segments can wait, however short they are; further ones are refused, with one warning', async () => {
    const agent = await withAgent();
    const sample = Int16Array.of(1);
    for (let segment = 0; segment < 100; segment++) agent.open().write(sample);
    await agent.stage.clock.advance(400);
    const refused = { playback_position: 0, interrupted: true, synchronized_transcript: null };
    expect(agent.reports).toEqual(Array(36).fill(refused));
    expect(agent.stage.timeline('warning')).toHaveLength(1);
  });

  test('waiting speech is limited in bytes, even at a rate where ten minutes are many', async () => {
    const agent = await withAgent();
    const segment = agent.open('agent', { sample_rate: '192000' });
    for (let part = 0; part < 3; part++) segment.write(new Int16Array(8.5e6));
    segment.close();
    await agent.stage.clock.advance(200);
    expect(agent.stage.timeline('warning')).toMatchObject([expect.stringContaining('the rest is discarded')]);
  });

  test('a limited number of reports waits for an agent that answers none', async () => {
    const agent = await withAgent();
    agent.stage.room.rpcAnswer = () => Promise.reject(new Error('1502'));
    for (let segment = 0; segment < 100; segment++) agent.open('agent', {});
    await agent.stage.clock.advance(100 * SECOND);
    expect(agent.reports).toHaveLength(3 * 64);
    agent.stage.room.rpcAnswer = async () => '';
    agent.say('hi');
    await agent.stage.clock.advance(2 * SECOND);
    expect(agent.reports.at(-1)).toMatchObject({ interrupted: false });
  });

  test('a report that fails is tried three times', async () => {
    const agent = await withAgent();
    agent.stage.room.rpcAnswer = async (method) => {
      if (method === 'lk.playback_finished') throw new Error('1501');
      return '';
    };
    agent.say('hi');
    await agent.stage.clock.advance(3 * SECOND);
    expect(agent.reports).toHaveLength(3);
    expect(agent.stage.ended).toBeUndefined();
  });

  test('an agent that returns gets no reports for its predecessor', async () => {
    const agent = await withAgent();
    let gone = false;
    agent.stage.room.rpcAnswer = async () => {
      if (gone) throw new Error('1401');
      return '';
    };
    agent.say('hello');
    await agent.stage.clock.advance(250);
    gone = true;
    // The rest is played after the agent has left, but before that is noticed.
    await agent.stage.clock.advance(120);
    expect(agent.reports).toHaveLength(1);
    agent.stage.room.drop('agent');
    agent.stage.room.join('agent');
    gone = false;
    await agent.stage.clock.advance(3 * SECOND);
    expect(agent.reports).toHaveLength(1);
    agent.say('back again');
    await agent.stage.clock.advance(2 * SECOND);
    expect(agent.reports).toHaveLength(2);
  });

  test('what the consumer types to the agent is in the record, and its turn is measured', async () => {
    const agent = await withAgent();
    agent.stage.room.type('user', 'When is breakfast?');
    agent.stage.room.type('agent', 'not speech');
    await agent.stage.clock.advance(400);
    agent.say('at seven');
    await agent.stage.clock.advance(1 * SECOND);
    expect(agent.stage.transcript()).toEqual(['user: When is breakfast?']);
    expect(JSON.parse(agent.stage.timeline('turn')[0]!)).toMatchObject({ input: 'text', engineMs: 400 });
  });

  test('the rest of an earlier answer does not count as the answer to typed text', async () => {
    const agent = await withAgent();
    const segment = agent.open();
    segment.write(speakTone('the first part').pcm);
    await agent.stage.clock.advance(300);
    agent.stage.room.type('user', 'Stop!');
    segment.write(speakTone('the second part').pcm);
    await agent.stage.clock.advance(100);
    agent.clear();
    segment.close();
    await agent.stage.clock.advance(100);
    agent.say('as you like');
    await agent.stage.clock.advance(1 * SECOND);
    expect(JSON.parse(agent.stage.timeline('turn')[0]!)).toMatchObject({ input: 'text', engineMs: 200 });
  });

  test("the agent's transcript is the record", async () => {
    const agent = await withAgent();
    const attributes = (id: string, final: boolean) => ({
      [TRANSCRIPTION_SEGMENT_ID]: id,
      [TRANSCRIPTION_FINAL]: String(final),
    });
    agent.stage.room.type('user', 'what', TRANSCRIPTION_TOPIC, attributes('u', false));
    agent.stage.room.type('user', 'what is it', TRANSCRIPTION_TOPIC, attributes('u', true));
    agent.stage.room.type('agent', 'It is nothing.', TRANSCRIPTION_TOPIC, attributes('a', false));
    expect(agent.stage.transcript()).toEqual(['user: what is it', 'character: It is nothing.']);
  });
});

describe('the consumer never waits in silence', () => {
  const fallbackVoice = {
    speak: async (text: string) => ({ text, ...speakTone(text, 200), phones: [] }),
    close: async () => undefined,
  };
  const SORRY = 'character: I am sorry, I cannot answer just now. Please try again in a moment.';

  test('an agent that does not answer typed text triggers a spoken notice after 3 s, and an apology after 10 s', async () => {
    const { stage } = await withAgent({ fallbackVoice });
    stage.room.type('user', 'When does it open?');
    await stage.clock.advance(2900);
    expect(stage.tracks.soundMs).toBe(0);
    await stage.clock.advance(6 * SECOND);
    expect(stage.transcript()).toEqual(['user: When does it open?', 'character: One moment, please.']);
    await stage.clock.advance(8 * SECOND);
    expect(stage.transcript().at(-1)).toBe(SORRY);
    expect(stage.timeline('warning')).toEqual(['remote did not answer within 10.0 s; the agent apologized']);
    expect(stage.events).toContainEqual(
      expect.objectContaining({ kind: 'fault', provider: 'remote', fault: 'timeout', waitedMs: 10_000 }),
    );
    expect(stage.timeline('turn')).toEqual([]);
    await stage.clock.advance(30 * SECOND);
    expect(stage.transcript().at(-1)).toBe(SORRY);
  });

  test('an answer to understood speech is awaited as well, and a word of the agent counts as an answer', async () => {
    const { stage } = await withAgent({ fallbackVoice });
    const said = (id: string) => ({ [TRANSCRIPTION_SEGMENT_ID]: id, [TRANSCRIPTION_FINAL]: 'true' });
    stage.room.type('user', 'When does it open?', TRANSCRIPTION_TOPIC, said('u1'));
    await stage.clock.advance(5 * SECOND);
    stage.room.type('agent', 'At nine.', TRANSCRIPTION_TOPIC, said('a1'));
    await stage.clock.advance(20 * SECOND);
    expect(stage.transcript()).toEqual([
      'user: When does it open?',
      'character: One moment, please.',
      'character: At nine.',
    ]);
  });

  test('the rest of what the agent said before does not count as an answer', async () => {
    const { stage } = await withAgent({ fallbackVoice });
    const says = (text: string) =>
      stage.room.type('agent', text, TRANSCRIPTION_TOPIC, { [TRANSCRIPTION_SEGMENT_ID]: 'a1' });
    says('We open');
    stage.room.type('user', 'When does it open?');
    says('We open at');
    await stage.clock.advance(20 * SECOND);
    expect(stage.transcript().slice(-2)).toEqual(['character: One moment, please.', SORRY]);
  });

  test('an agent that answers is left alone', async () => {
    const agent = await withAgent({ fallbackVoice });
    agent.stage.room.type('user', 'When does it open?');
    await agent.stage.clock.advance(2 * SECOND);
    agent.say('At nine.');
    await agent.stage.clock.advance(30 * SECOND);
    expect(agent.stage.transcript()).toEqual(['user: When does it open?']);
    expect(agent.stage.timeline('warning')).toEqual([]);
  });

  test('what the agent answers after an apology is played', async () => {
    const agent = await withAgent({ fallbackVoice });
    agent.stage.room.type('user', 'When does it open?');
    await agent.stage.clock.advance(20 * SECOND);
    agent.say('twenty characters ..');
    await agent.stage.clock.advance(3 * SECOND);
    expect(agent.reports).toMatchObject([{ playback_position: 1.1, interrupted: false }]);
  });

  test('without a fallback voice the apology is written', async () => {
    const { stage } = await withAgent();
    stage.room.type('user', 'Wann machen Sie auf?');
    await stage.clock.advance(11 * SECOND);
    expect(stage.transcript().at(-1)).toContain('character: Entschuldigung');
  });
});
