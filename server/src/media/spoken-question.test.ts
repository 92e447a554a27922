// oxlint-disable typescript/unbound-method -- the methods are called with their own `this` below
import { existsSync, readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { AgentSession } from './agent/agent-session.ts';
import { MicrophoneListener } from './agent/microphone-listener.ts';
import { Playout } from './avatar/playout.ts';
import { Reporter } from './reporter.ts';
import { TestStage } from './testing/stage.ts';
import { TestPatternFace } from './testing/test-pattern-face.ts';
import { nextTurn } from './turn/turn-table.ts';

const SOURCES = new URL('../../src/', import.meta.url);
const ARCHITECTURE = new URL('../../../ARCHITECTURE.md', import.meta.url);

vi.mock('./turn/turn-table.js', async (load) => {
  const table = await load<typeof import('./turn/turn-table.ts')>();
  return { ...table, nextTurn: vi.fn(table.nextTurn) };
});

afterEach(() => vi.restoreAllMocks());

/** The places that ARCHITECTURE.md names, in its order. */
function placesInTheDocs(): string[] {
  const [, section = ''] = readFileSync(ARCHITECTURE, 'utf8').split('### The path of a spoken question\n');
  return [...section.split('\n#')[0]!.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, place]) => place!);
}

test('a spoken question passes the places that ARCHITECTURE.md names, in that order', async () => {
  const places = placesInTheDocs();
  expect(places).toHaveLength(8);
  for (const place of places)
    expect(existsSync(new URL(place.replace('<name>/', ''), SOURCES)), place).toBe(true);

  const stage = new TestStage({ engine: { hears: true, thinkMs: 300 } });
  await stage.clock.advance(200);
  stage.room.join('user');
  await stage.clock.advance(4000);

  // The greeting is over. From here on each place is noted when it first does its part for the question.
  const passed = new Set<string>();
  const note = (place: string) => passed.add(place);
  const { onMicrophone } = stage.room.options.events;
  const { push } = MicrophoneListener.prototype;
  const { append } = Playout.prototype;
  const { requestFrame } = TestPatternFace.prototype;
  const { transcript } = Reporter.prototype;
  const hear = AgentSession.prototype.onMicrophone;
  const decide = vi.mocked(nextTurn).getMockImplementation()!;
  vi.spyOn(AgentSession.prototype, 'onMicrophone').mockImplementation(function (this: AgentSession, pcm) {
    note('media/agent/agent-session.ts');
    hear.call(this, pcm);
  });
  vi.spyOn(MicrophoneListener.prototype, 'push').mockImplementation(function (this: MicrophoneListener, pcm) {
    note('media/agent/microphone-listener.ts');
    push.call(this, pcm);
  });
  vi.mocked(nextTurn).mockImplementation((state, event) => {
    note('media/turn/turn-table.ts');
    return decide(state, event);
  });
  vi.spyOn(Playout.prototype, 'append').mockImplementation(function (this: Playout, ...sound) {
    note('media/avatar/playout.ts');
    return append.apply(this, sound);
  });
  vi.spyOn(TestPatternFace.prototype, 'requestFrame').mockImplementation(function (
    this: TestPatternFace,
    request,
  ) {
    if (request.energy > 0 && new Error().stack?.includes('frame-pump')) note('media/avatar/frame-pump.ts');
    return requestFrame.call(this, request);
  });
  vi.spyOn(Reporter.prototype, 'transcript').mockImplementation(function (this: Reporter, ...entry) {
    if (entry[1] === 'character') note('media/reporter.ts');
    transcript.apply(this, entry);
  });

  // The stage's room and engine stand in for LiveKit and a provider: the first and the fifth place are theirs.
  const say = () => {
    note('media/room/rtc-room-link.ts');
    onMicrophone('user', new Int16Array(240));
  };
  stage.voice.tell('speech_started', 0);
  say();
  stage.voice.tell('speech_ended', 10);
  say();
  await stage.clock.advance(100);
  note('engines/<name>/');
  stage.engine.answer('what is new');
  await stage.clock.advance(5000);

  expect(stage.transcript().at(-1)).toBe('character: You said: what is new.');
  expect([...passed]).toEqual(places);
});
