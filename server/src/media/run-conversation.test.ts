import { describe, expect, test, vi } from 'vitest';
import { isSilent } from '../audio/pcm.ts';
import { type Logger, silentLogger } from '../lib/logger.ts';
import type { FakeRoom } from './testing/fake-room.ts';
import { greeted, joined, TestStage, testPlan } from './testing/stage.ts';
import { speakTone } from './testing/tone-engine.ts';

const SECOND = 1000;

describe('a conversation', () => {
  test('greets whoever joins, and records the greeting as it is heard', async () => {
    const stage = new TestStage();
    await stage.clock.advance(500);
    // Audio and video are published before anybody joins.
    expect(stage.timeline('first_frame')).toHaveLength(1);
    expect(stage.tracks.pictures).toHaveLength(1);
    expect(stage.tracks.played.length).toBeGreaterThan(40);
    expect(stage.tracks.soundMs).toBe(0);
    stage.room.join('user');
    await stage.clock.advance(2 * SECOND);
    expect(stage.timeline('consumer_joined')).toEqual(['user']);
    expect(stage.timeline('greeting')).toEqual(['Hello, good to see you.']);
    expect(stage.transcript()).toEqual(['character: Hello, good to see you.']);
    expect(stage.room.states).toEqual(['initializing', 'listening', 'speaking', 'listening']);
    expect(stage.room.segments.at(-1)).toMatchObject({ text: 'Hello, good to see you.', final: true });
    expect(stage.tracks.soundMs).toBeGreaterThan(1200);
  });

  test('answers what is typed and measures the turn', async () => {
    const stage = await greeted({ engine: { thinkMs: 300 } });
    stage.room.type('user', 'what is new');
    await stage.clock.advance(3 * SECOND);
    expect(stage.transcript()).toEqual([
      'character: Hello, good to see you.',
      'user: what is new',
      'character: You said: what is new.',
    ]);
    const [turn] = stage.timeline('turn').map((content) => JSON.parse(content));
    expect(turn).toMatchObject({ turn: 1, input: 'text', engineMs: 300 });
    expect(turn.latencyMs).toBe(turn.engineMs + turn.playoutMs);
    // The answer does not wait behind queued silence.
    expect(turn.playoutMs).toBeLessThanOrEqual(20);
    expect(stage.room.events).toContainEqual({ type: 'turn', latencyMs: turn.latencyMs, engineMs: 300 });
    expect(stage.room.states.slice(-3)).toEqual(['thinking', 'speaking', 'listening']);
  });

  test('stops at once when typed into, and remembers what was heard', async () => {
    const stage = await joined({
      engine: { answer: (question) => [`${question} one two three four five six.`] },
    });
    await stage.clock.advance(2 * SECOND);
    stage.room.type('user', 'first');
    await stage.clock.advance(800);
    const before = stage.tracks.soundMs;
    stage.room.type('user', 'second');
    await stage.clock.advance(60);
    // At most the 10 ms fade of the first answer is still played.
    const stopped = stage.tracks.soundMs;
    expect(stopped - before).toBeLessThanOrEqual(70);
    const [cut] = stage.timeline('interruption').map((content) => JSON.parse(content));
    expect(cut).toMatchObject({ by: 'text' });
    expect(cut.heardMs).toBeGreaterThan(700);
    expect(cut.heardMs).toBeLessThan(800);
    expect('first one two three four five six.'.startsWith(cut.heardText)).toBe(true);
    expect(stage.engine.calls).toContain(`interrupt tone-2 ${cut.heardMs}`);
    expect(stage.room.events).toContainEqual({ type: 'interrupted', heardMs: cut.heardMs, segmentId: 'c3' });
    await stage.clock.advance(5 * SECOND);
    expect(stage.transcript()).toEqual([
      'character: Hello, good to see you.',
      'user: first',
      `character: ${cut.heardText}`,
      'user: second',
      'character: second one two three four five six.',
    ]);
  });

  test('knows exactly which words were heard, if the voice gives word times', async () => {
    const answer = 'Well, one two three four five six seven eight nine ten.';
    const stage = await greeted({ engine: { answer: () => [answer], timesWords: true } });
    stage.room.type('user', 'first');
    // The first word takes half of the three seconds.
    await stage.clock.advance(1300);
    stage.room.type('user', 'second');
    await stage.clock.advance(60);
    const [cut] = stage.timeline('interruption').map((content) => JSON.parse(content));
    expect(cut).toMatchObject({ heardText: 'Well' });
    await stage.clock.advance(2000);
    stage.room.type('user', 'third');
    await stage.clock.advance(60);
    const [, later] = stage.timeline('interruption').map((content) => JSON.parse(content));
    expect(later.heardText).toMatch(/^Well, one two( three)?( four)?$/);
  });

  test('the mouth rests as soon as the sound stops', async () => {
    const stage = await joined({ engine: { answer: () => ['word '.repeat(40)], thinkMs: 5000 } });
    await stage.clock.advance(600);
    expect(stage.faces[0]!.requests.at(-1)!.visemes).not.toBeNull();
    stage.room.type('user', 'stop');
    await stage.clock.advance(80);
    const asked = stage.faces[0]!.requests.length;
    await stage.clock.advance(400);
    const after = stage.faces[0]!.requests.slice(asked);
    expect(after.length).toBeGreaterThan(8);
    expect(after.every(({ visemes, state }) => visemes === null && state === 'thinking')).toBe(true);
  });

  test('sound and picture of the same moment are sent together', async () => {
    const stage = await joined({ engine: { answer: () => ['word '.repeat(10)] } });
    await stage.clock.advance(3 * SECOND);
    const loud = stage.tracks.played.filter(({ pcm }) => !isSilent(pcm));
    const open = stage.tracks.pictures.filter(({ i420 }) => i420[64 * 64 - 1]! > 100);
    // The frame is deliberately delayed by 20 ms, and frames are 40 ms apart.
    const startsApart = open[0]!.at - loud[0]!.at;
    const endsApart = open.at(-1)!.at - loud.at(-1)!.at;
    for (const apart of [startsApart, endsApart]) {
      expect(apart).toBeGreaterThanOrEqual(20 - 40);
      expect(apart).toBeLessThanOrEqual(20 + 40);
    }
    for (const { at, timestampUs } of stage.tracks.pictures)
      expect(Math.abs(at - Number(timestampUs) / 1000)).toBeLessThan(1);
  });

  test('lets its consumer interrupt, but not a stranger', async () => {
    const stage = await joined();
    await stage.clock.advance(300);
    const ask = stage.room.services!.rpc['visavis.interrupt']!;
    expect(ask('stranger', '')).toBe('ignored');
    expect(stage.timeline('interruption')).toHaveLength(0);
    expect(ask('user', '')).toBe('ok');
    expect(JSON.parse(stage.timeline('interruption')[0]!)).toMatchObject({ by: 'request' });
    expect(stage.room.states.at(-1)).toBe('listening');
  });

  test('listens only to its consumer', async () => {
    const stage = await joined();
    stage.room.join('stranger');
    stage.room.type('stranger', 'what is new');
    await stage.clock.advance(3 * SECOND);
    expect(stage.transcript()).toEqual(['character: Hello, good to see you.']);
    expect(stage.timeline('consumer_joined')).toEqual(['user']);
  });
});

test.each([
  [
    'wait for the room',
    (room: FakeRoom) => Object.assign(room, { connect: () => new Promise(() => undefined) }),
  ],
  [
    'publish the tracks',
    (room: FakeRoom) => Object.assign(room, { publish: () => new Promise(() => undefined) }),
  ],
])('a start that fails is reported with its step: %s', async (step, room) => {
  const warn = vi.fn();
  const stage = new TestStage({ room, deps: { log: { ...silentLogger, warn } } });
  await stage.clock.advance(9 * SECOND);
  expect(warn).not.toHaveBeenCalled();
  await stage.clock.advance(2 * SECOND);
  expect(warn.mock.calls).toEqual([
    [{ event: 'conversation.start_slow', step }, expect.stringContaining('has not joined yet')],
  ]);
});

describe('a consumer who speaks', () => {
  const piece = new Int16Array(240);
  const hear = (stage: TestStage) => stage.room.options.events.onMicrophone('user', piece);
  /** Pushes 102 pieces of 10 ms. The speech begins after 400 ms, which is noticed at 1010 ms, and ends after 510 ms. */
  const hearSpeech = (stage: TestStage) => {
    for (let n = 0; n < 100; n++) hear(stage);
    stage.voice.report('speech_started', 400);
    hear(stage);
    stage.voice.report('speech_ended', 510);
    hear(stage);
  };

  test('starts a turn that is measured from the real end of the speech', async () => {
    const stage = await greeted({ engine: { hears: true } });
    hearSpeech(stage);
    await stage.clock.advance(100);
    stage.engine.answer('what was said');
    await stage.clock.advance(2 * SECOND);
    const turn = JSON.parse(stage.timeline('turn')[0]!);
    expect(turn).toMatchObject({ input: 'speech', engineMs: 610 });
    expect(stage.transcript().at(-2)).toBe('user: what was said');
  });

  test('is recorded with the beginning and the end of the speech, and so is the avatar', async () => {
    const stage = await greeted({ engine: { hears: true } });
    hearSpeech(stage);
    const heardAt = stage.clock.wall();
    await stage.clock.advance(100);
    stage.engine.answer('what was said');
    await stage.clock.advance(3 * SECOND);
    // What the provider hears apart from it was not noticed here: it was said when its words came.
    stage.engine.answer('and this');
    const said = stage.events.filter((event) => event.kind === 'transcript');
    const [user, unnoticed] = said.filter(({ author }) => author === 'user');
    // When its end was noticed, 1020 ms were received.
    expect(user!.said).toEqual({ startedAt: heardAt - 1010 + 400, endedAt: heardAt - 1020 + 510 });
    expect(unnoticed!.said).toBeUndefined();
    const answer = said.filter(({ author, content }) => author === 'character' && /^You\b/.test(content));
    const spokenMs = answer.at(-1)!.at - answer[0]!.at;
    const { pcm, sampleRate } = speakTone('You said: what was said.');
    const toneMs = (pcm.length / sampleRate) * SECOND;
    // It begins when most of the first word was heard.
    expect(toneMs - spokenMs).toBeGreaterThanOrEqual(0);
    expect(toneMs - spokenMs).toBeLessThan(300);
  });

  test('is not heard by the engine through the echo of the avatar', async () => {
    const stage = await joined({ engine: { hears: true } });
    await stage.clock.advance(300);
    const loud = new Int16Array(240).fill(1000);
    stage.room.options.events.onMicrophone('user', loud);
    expect(stage.engine.heard.at(-1)![0]).toBe(0);
    stage.voice.report('speech_started', 0);
    stage.room.options.events.onMicrophone('user', loud);
    expect(stage.engine.heard.slice(-2).map(([sample]) => sample)).toEqual([1000, 1000]);
    expect(stage.voice.playouts.length).toBeGreaterThan(10);
  });

  test('has stopped speaking when the microphone is removed', async () => {
    const stage = await greeted({ engine: { hears: true } });
    stage.voice.report('speech_started', 0);
    hear(stage);
    stage.room.options.events.onMicrophoneEnded('user');
    expect(stage.engine.heard.at(-1)!.length).toBe(24_000);
    stage.engine.answer('cut off');
    await stage.clock.advance(1 * SECOND);
    expect(stage.timeline('turn')).toHaveLength(1);
  });
});

describe('the end of a conversation', () => {
  test('stop cleans everything up and is reported once', async () => {
    const stage = await joined();
    stage.ending.end('stopped');
    stage.ending.end('shutdown');
    await stage.clock.advance(100);
    await stage.done;
    expect(stage.ended).toMatchObject({ reason: 'stopped' });
    expect(stage.ended).not.toHaveProperty('isLeaving');
    expect(stage.events.at(-1)?.kind).toBe('ended');
    expect(stage.room.left).toBe(true);
    expect(stage.room.events.at(-1)).toEqual({ type: 'ended', reason: 'stopped' });
    expect(stage.tracks.closed).toBe(true);
    expect(stage.faces[0]?.closed).toBe(true);
    expect(stage.engine.calls.at(-1)).toBe('close');
  });

  test('tells whoever deletes the room if the avatar is still leaving it', async () => {
    const stage = await joined();
    stage.room.leavesLate = true;
    stage.ending.end('stopped');
    await stage.clock.advance(100);
    await stage.done;
    expect(stage.ended).toMatchObject({ reason: 'stopped', isLeaving: true });
  });

  test('nobody joins', async () => {
    const stage = new TestStage();
    await stage.clock.advance(59 * SECOND);
    expect(stage.finished).toBe(false);
    await stage.clock.advance(2 * SECOND);
    expect(stage.ended).toMatchObject({ reason: 'never_joined' });
  });

  test('when the time is up: a warning, the sentence is finished, then it ends', async () => {
    const plan = testPlan({ limits: { ...testPlan().limits, maxSeconds: 60 } });
    const stage = await joined({
      plan,
      engine: { answer: () => ['A sentence of some length.', 'And then a second one.'] },
    });
    await stage.clock.advance(44 * SECOND);
    expect(stage.room.events).not.toContainEqual(expect.objectContaining({ code: 'ending_soon' }));
    await stage.clock.advance(2 * SECOND);
    expect(stage.room.events).toContainEqual(
      expect.objectContaining({ code: 'ending_soon', secondsLeft: 15 }),
    );
    expect(stage.timeline('warning')).toEqual([expect.stringMatching(/ends in 15 seconds/u)]);
    expect(stage.engine.calls).toContain('wrap up 15');
    await stage.clock.advance(13.4 * SECOND);
    stage.room.type('user', 'go on');
    await stage.clock.advance(3 * SECOND);
    expect(stage.ended).toMatchObject({ reason: 'max_duration' });
    // Not a second less than requested.
    const join = stage.events.find(({ kind }) => kind === 'joined')!;
    expect(stage.ended!.at - join.at).toBeGreaterThanOrEqual(60 * SECOND);
    expect(stage.room.events.at(-1)).toEqual({ type: 'ended', reason: 'max_duration' });
    expect(stage.transcript().at(-1)).toBe('character: A sentence of some length.');
  });

  test('an endless sentence is cut after five seconds', async () => {
    const plan = testPlan({ limits: { ...testPlan().limits, maxSeconds: 60 } });
    const stage = await joined({ plan, engine: { answer: () => ['word '.repeat(400)] } });
    await stage.clock.advance(58 * SECOND);
    stage.room.type('user', 'go on');
    await stage.clock.advance(6.5 * SECOND);
    expect(stage.finished).toBe(false);
    await stage.clock.advance(1 * SECOND);
    expect(stage.ended).toMatchObject({ reason: 'max_duration' });
  });

  test('a consumer that disconnects returns to the same conversation', async () => {
    const stage = await greeted();
    for (let n = 0; n < 3; n++) {
      stage.room.drop('user');
      await stage.clock.advance(20 * SECOND);
      stage.room.join('user');
      await stage.clock.advance(1 * SECOND);
    }
    expect(stage.timeline('reconnected')).toEqual(['user', 'user', 'user']);
    stage.room.type('user', 'still there');
    await stage.clock.advance(60 * SECOND);
    expect(stage.finished).toBe(false);
    expect(stage.transcript().at(-1)).toBe('character: You said: still there.');
    expect(stage.timeline('greeting')).toHaveLength(1);
  });

  test('after hanging up it waits only as long as a page reload takes, and the wait is no part of the conversation', async () => {
    const stage = await joined();
    const leftAt = stage.clock.wall();
    stage.room.drop('user', true);
    await stage.clock.advance(6 * SECOND);
    expect(stage.ended).toMatchObject({ reason: 'consumer_left', at: leftAt });
  });

  test('silence of both sides ends it, speech does not', async () => {
    const plan = testPlan({ limits: { ...testPlan().limits, idleTimeoutMs: 20_000 } });
    const stage = await joined({ plan });
    await stage.clock.advance(15 * SECOND);
    stage.room.type('user', 'hello');
    await stage.clock.advance(15 * SECOND);
    expect(stage.finished).toBe(false);
    await stage.clock.advance(15 * SECOND);
    expect(stage.ended).toMatchObject({ reason: 'idle' });
  });

  test('a failing provider leads to an apology, in writing if no voice is left', async () => {
    const stage = await joined();
    stage.room.type('user', 'fail');
    await stage.clock.advance(1 * SECOND);
    expect(stage.ended).toMatchObject({ reason: 'provider_error', detail: 'the engine was told to fail' });
    expect(stage.timeline('error')).toEqual(['the engine was told to fail']);
    expect(stage.transcript().at(-1)).toContain('I am sorry');
  });

  test('the apology is spoken if a voice is left', async () => {
    const pcm = new Int16Array(16_000).fill(4000);
    const speak = async (text: string) => ({ text, pcm, sampleRate: 16_000, phones: [] });
    const stage = await greeted({ deps: { fallbackVoice: { speak, close: async () => undefined } } });
    const before = stage.tracks.soundMs;
    stage.room.type('user', 'crash');
    await stage.clock.advance(500);
    expect(stage.finished).toBe(false);
    await stage.clock.advance(1 * SECOND);
    expect(stage.tracks.soundMs - before).toBeGreaterThanOrEqual(980);
    expect(stage.ended).toMatchObject({ reason: 'provider_error' });
    expect(stage.transcript().at(-1)).toContain('I am sorry');
  });

  test.each([
    ['PARTICIPANT_REMOVED', 'stopped'],
    ['ROOM_DELETED', 'stopped'],
    ['SIGNAL_CLOSE', 'host_unreachable'],
  ])('a room that disconnects the avatar: %s', async (why, reason) => {
    const stage = await joined();
    stage.room.disconnect(why);
    await stage.clock.advance(100);
    expect(stage.ended).toMatchObject({ reason, detail: `disconnected: ${why}` });
  });

  const fault = () => {
    throw new Error('the test source was told to fail');
  };
  test.each<[what: string, happens: (stage: TestStage) => unknown, logged: object]>([
    ['sound that cannot be played', ({ tracks }) => tracks.failAudio(), { track: 'audio' }],
    [
      'pictures that cannot be sent',
      ({ tracks }) => Object.assign(tracks.video, { capture: fault }),
      { track: 'video' },
    ],
    [
      'a fault of our own in a timer',
      ({ room }) => Object.assign(room, { setState: (state: string) => state === 'speaking' && fault() }),
      { event: 'conversation.callback_failed' },
    ],
    [
      'a fault of our own in what the engine gives',
      ({ room, engine }) => {
        Object.assign(room, { sendSegment: fault });
        engine.answer('hello');
      },
      { event: 'conversation.callback_failed' },
    ],
    [
      'a fault of our own in an event of the room',
      ({ room }) => {
        Object.assign(room, { videoReceived: fault });
        room.join('somebody');
      },
      { event: 'conversation.callback_failed' },
    ],
  ])('%s', async (_what, happens, logged) => {
    const error = vi.fn<Logger['error']>();
    const stage = await greeted({ deps: { log: { ...silentLogger, error } } });
    happens(stage);
    stage.room.type('user', 'hello');
    await stage.clock.advance(1 * SECOND);
    const message = 'the test source was told to fail';
    expect(stage.ended).toMatchObject({ reason: 'avatar_error', detail: message });
    expect(error.mock.calls).toMatchObject([[{ ...logged, err: { message } }, expect.anything()]]);
  });

  const unreachable = (room: FakeRoom) =>
    Object.assign(room, { connectFailure: new Error('refused: token') });
  test.each<[options: ConstructorParameters<typeof TestStage>[0], reason: string, detail: string]>([
    [{ room: unreachable }, 'host_unreachable', 'refused: …'],
    [{ deps: { engines: {} } }, 'avatar_error', 'there is no engine "builtin"'],
    [{ engine: { startFailure: new Error('401') } }, 'provider_error', '401'],
  ])('a start that fails without anybody to tell: %o', async (options, reason, detail) => {
    const stage = new TestStage(options);
    await stage.clock.advance(11 * SECOND);
    expect(stage.ended).toMatchObject({ reason, detail });
    expect([stage.transcript(), stage.tracks.closed]).toEqual([[], true]);
  });
});
