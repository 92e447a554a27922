import type { ConversationEvent, ConversationPlan } from '@visavis/contracts';
import type { EngineHost } from '../../engines/engine.ts';
import { type Logger, silentLogger } from '../../lib/logger.ts';
import { FakeClock } from '../../lib/testing/fake-clock.ts';
import { TypingLimits } from '../agent/typing-limits.ts';
import type { ConversationDeps } from '../conversation-deps.ts';
import { Ending } from '../life/ending.ts';
import { runConversation } from '../run-conversation.ts';
import { FramePace } from '../showing/frame-pace.ts';
import { FramePhases } from '../showing/frame-phases.ts';
import { EnergyLipTrack } from './energy-lip-track.ts';
import { FakeRoom, FakeTracks } from './fake-room.ts';
import { ScriptedVoiceActivity } from './scripted-voice-activity.ts';
import { TestPatternFace } from './test-pattern-face.ts';
import { ToneEngine, type ToneEngineOptions } from './tone-engine.ts';

/** Returns a complete plan; `over` replaces whole members. */
export function testPlan(over: Partial<ConversationPlan> = {}): ConversationPlan {
  return {
    conversationId: 'conv_test',
    organizationId: 'org_test',
    mode: 'hosted',
    room: { name: 'room', url: 'ws://127.0.0.1:1', token: 'token', avatarIdentity: 'avatar' },
    consumer: { identity: 'user' },
    face: { identity: 'test' },
    video: { width: 64, height: 64, fps: 25, idleFps: 12.5 },
    engine: {
      name: 'builtin',
      instructions: '',
      greeting: 'Hello, good to see you.',
      search: false,
      emotions: true,
      memory: false,
    },
    limits: {
      maxSeconds: 600,
      joinTimeoutMs: 60_000,
      reconnectGraceMs: 30_000,
      idleTimeoutMs: 300_000,
      wrapUpMs: 30_000,
      finishSentenceMs: 5000,
    },
    ...over,
  };
}

/** A conversation on a fake clock, in a fake room, with a tone as its voice. */
export class TestStage {
  readonly clock: FakeClock;
  readonly events: ConversationEvent[] = [];
  readonly tracks: FakeTracks;
  readonly ending = new Ending();
  readonly faces: TestPatternFace[] = [];
  readonly done: Promise<void>;
  /** Reports the speech that the test describes. */
  readonly voice = new ScriptedVoiceActivity();
  room!: FakeRoom;
  engine!: ToneEngine;
  finished = false;
  /** Why speech has begun and ended, in order, as logged. */
  readonly because: string[] = [];
  readonly #log: Logger = {
    ...silentLogger,
    debug: (fields) => {
      if ('because' in fields) this.because.push(String(fields.because));
    },
  };

  constructor(
    options: {
      plan?: ConversationPlan;
      engine?: ToneEngineOptions;
      present?: string[];
      deps?: Partial<ConversationDeps>;
      /** The clock to use, if parts that are created before the stage need it. */
      clock?: FakeClock;
      room?: (room: FakeRoom) => void;
    } = {},
  ) {
    const plan = options.plan ?? testPlan();
    this.clock = options.clock ?? new FakeClock();
    this.tracks = new FakeTracks(this.clock);
    const deps: ConversationDeps = {
      clock: this.clock,
      log: this.#log,
      emit: (event) => this.events.push(event),
      createTracks: () => this.tracks,
      openRoom: (roomOptions) => {
        this.room = new FakeRoom(roomOptions, options.present);
        options.room?.(this.room);
        return this.room;
      },
      openFace: async ({ video }) => {
        const face = new TestPatternFace({ ...video, seed: 1 });
        this.faces.push(face);
        return face;
      },
      engines: {
        builtin: (host: EngineHost) => {
          this.engine = new ToneEngine(host, { clock: this.clock, ...options.engine });
          return this.engine;
        },
      },
      createLipTrack: () => new EnergyLipTrack(),
      openHearingDeps: () => ({ openDetector: () => this.voice }),
      framePhases: new FramePhases(),
      framePace: new FramePace(),
      typing: new TypingLimits(() => this.clock.now()),
      ...options.deps,
    };
    this.done = runConversation(plan, deps, this.ending).then(() => {
      this.finished = true;
    });
  }

  timeline(type: string): string[] {
    return this.events.flatMap((event) =>
      event.kind === 'timeline' && event.type === type ? [event.content] : [],
    );
  }

  /** Returns the transcript as the record shows it: the last content of each entry, in order. */
  transcript(): string[] {
    const entries = new Map<string, string>();
    for (const event of this.events) {
      if (event.kind === 'transcript') entries.set(event.entryId, `${event.author}: ${event.content}`);
    }
    return [...entries.values()];
  }

  get ended() {
    const ends = this.events.filter((event) => event.kind === 'ended');
    if (ends.length > 1) throw new Error('ended more than once');
    return ends[0];
  }
}

/** Returns a conversation whose consumer has just joined. */
export async function joined(options: ConstructorParameters<typeof TestStage>[0] = {}): Promise<TestStage> {
  const stage = new TestStage(options);
  await stage.clock.advance(200);
  stage.room.join('user');
  await stage.clock.advance(100);
  return stage;
}

/** Returns a conversation whose greeting is over. */
export async function greeted(options?: ConstructorParameters<typeof TestStage>[0]): Promise<TestStage> {
  const stage = await joined(options);
  await stage.clock.advance(2_000);
  return stage;
}
