import type { EnginePlan } from '@visavis/contracts';
import { isSilent } from '../../audio/pcm.ts';
import type { EngineFactory } from '../../engines/engine.ts';
import { createPipelineEngine, type PipelineOptions } from '../../engines/pipeline/pipeline-engine.ts';
import { Breaker } from '../../lib/breaker.ts';
import { FakeClock } from '../../lib/testing/fake-clock.ts';
import { PATIENCE } from '../../providers/patience.ts';
import { createTranscriber } from '../../providers/stt/openai/transcriber.ts';
import { withStandIn } from '../../providers/stt/with-stand-in.ts';
import { createSpeechServer } from '../../providers/tts/openai/speech-server.ts';
import { SpeechService } from '../../providers/tts/speech-service.ts';
import type { SpeechRecognizer } from '../../speech-recognition/recognizer.ts';
import { splitClauses } from '../../voices/clauses.ts';
import type { Voice } from '../../voices/voice.ts';
import type { ConversationDeps } from '../conversation-deps.ts';
import type { FaultyServers, Kind } from './faulty-servers.ts';
import { FRAME_MS, ScriptedHearing } from './scripted-hearing.ts';
import { TestStage, testPlan } from './stage.ts';
import { speakTone } from './tone-engine.ts';

export const OFFLINE: Voice = {
  speak: async (text) => {
    const sound = speakTone(text, 200);
    return { text, ...sound, phones: [{ phone: 'ah', endMs: (sound.pcm.length * 1000) / sound.sampleRate }] };
  },
  close: async () => undefined,
};
/** Shorter sounds are the tail of a filter, not speech. */
const SPEECH_MS = 30;
/** Shorter silences count as part of the speech. */
const PAUSE_MS = 200;

export interface VisitOptions {
  servers: FaultyServers;
  language?: string;
  /** The agent's own words for the greeting and the apology. */
  greeting?: string;
  apology?: string;
  waitMsgs?: string[];
  /** The kinds of the voices; default: one. */
  voices?: readonly Kind[];
  pipeline?: Partial<PipelineOptions>;
  /** Replaces the pipeline. */
  engine?: EngineFactory;
  /** The clock to use, if an earlier visit has used it. */
  clock?: FakeClock;
  /** Calls the agent's tool, which times out after 5 seconds. Without it, the agent has no tool. */
  callTool?: ConversationDeps['callTool'];
  searchKnowledge?: ConversationDeps['searchKnowledge'];
  /** The vendor of `engine`, and the agent's id there. */
  vendor?: Pick<EnginePlan, 'name' | 'remoteId'>;
  /** What a local model recognises if the servers' recognition fails. */
  hearsHere?: string;
  /** Replaces the servers' recognition. */
  recognizer?: SpeechRecognizer | undefined;
}

/** Returns a clock that stops during a request; otherwise another version of Node could get its answer a frame later. */
export const clockOf = (servers: FaultyServers): FakeClock => new FakeClock(undefined, () => servers.quiet());

/** A visitor's conversation with a pipeline on a fake clock, over real HTTP. */
export class Visit {
  readonly stage: TestStage;
  readonly #scripted = new ScriptedHearing();
  readonly #shown: { at: number; what: string }[] = [];
  #sinceMs = Number.POSITIVE_INFINITY;

  constructor({
    servers,
    language,
    greeting,
    apology,
    waitMsgs,
    voices = ['voice'],
    pipeline,
    engine,
    clock = clockOf(servers),
    callTool,
    searchKnowledge,
    vendor,
    hearsHere,
    recognizer,
  }: VisitOptions) {
    const plan = testPlan();
    const patience = hearsHere === undefined ? PATIENCE.stt : { ...PATIENCE.stt, firstMs: 2500 };
    const transcriber = createTranscriber(servers.endpoint('recognition'), patience, clock);
    const here: SpeechRecognizer = {
      model: 'here',
      isLocal: true,
      warm: () => Promise.resolve(),
      transcribe: () => Promise.resolve({ text: hearsHere ?? '' }),
    };
    const hours = {
      id: 'tool',
      name: 'hours',
      description: '',
      parameters: { type: 'object' },
      timeoutMs: 5000,
    };
    this.stage = new TestStage({
      clock,
      plan: {
        ...plan,
        engine: {
          ...plan.engine!,
          emotions: false,
          ...(language && { language }),
          ...(greeting !== undefined && { greeting }),
          ...(apology && { apology }),
          ...(waitMsgs && { waitMsgs }),
          ...vendor,
        },
        ...(callTool && { tools: [hours] }),
        ...(searchKnowledge && { knowledgeBaseId: 'kb_test' }),
      },
      deps: {
        engines: {
          [vendor?.name ?? 'builtin']:
            engine ??
            createPipelineEngine({
              llm: servers.endpoint('model'),
              speech: voices.map(
                (kind) => new SpeechService(createSpeechServer(servers.endpoint(kind), clock), clock),
              ),
              voice: OFFLINE,
              splitClauses,
              clock,
              ...pipeline,
            }),
        },
        openHearingDeps: () => ({
          ...this.#scripted.hearingDeps,
          recognizer:
            recognizer ??
            (hearsHere === undefined
              ? transcriber
              : withStandIn(transcriber, here, new Breaker(clock), () => undefined)),
          judge: { turnIsOver: async () => 0.9, warm: () => Promise.resolve() },
        }),
        ...(callTool && { callTool }),
        ...(searchKnowledge && { searchKnowledge }),
        fallbackVoice: OFFLINE,
      },
    });
  }

  /** Joins and waits. @returns the story so far */
  async arrives(seconds: number): Promise<string[]> {
    const { room, clock } = this.stage;
    const show = room.setState.bind(room);
    room.setState = (state) => {
      this.#shown.push({ at: clock.now(), what: state });
      show(state);
    };
    await clock.advance(200);
    this.#sinceMs = clock.now();
    room.join('user');
    await this.pass(seconds);
    return this.story;
  }

  /** Asks a question and waits until this many seconds after it. @returns the story so far */
  async asks(how: 'typing' | 'speaking', seconds: number): Promise<string[]> {
    if (how === 'speaking') await this.pass(1, 'speech');
    this.#sinceMs = this.stage.clock.now();
    if (how === 'typing') this.stage.room.type('user', 'When does it open?');
    await this.pass(seconds);
    return this.story;
  }

  async pass(seconds: number, sound: 'speech' | 'silence' = 'silence'): Promise<void> {
    for (let ms = 0; ms < seconds * 1000; ms += FRAME_MS) {
      await this.stage.clock.advance(FRAME_MS);
      this.#scripted.feed(sound, (pcm) => this.stage.room.options.events.onMicrophone('user', pcm));
    }
  }

  async ends(): Promise<void> {
    this.stage.ending.end('stopped');
    await this.stage.clock.advance(1000);
    await this.stage.done;
  }

  /** The faults that operators count: provider, kind, and for how long nothing had arrived. */
  get faults(): string[] {
    return this.stage.events.flatMap((event) =>
      event.kind === 'fault' ? [`${event.provider} ${event.fault} ${event.waitedMs ?? '-'}`] : [],
    );
  }

  /** Everything that reaches the visitor's page. */
  get sent(): string {
    const { events, segments, streamed } = this.stage.room;
    return JSON.stringify([events, segments, [...streamed]]);
  }

  /** What is shown and said, each with the seconds since the visitor joined or the question ended. */
  get story(): string[] {
    const { events, clock, tracks } = this.stage;
    const stretches: { from: number; to: number }[] = [];
    for (const { at, pcm } of tracks.played) {
      if (isSilent(pcm)) continue;
      const last = stretches.at(-1);
      if (last && at - last.to <= PAUSE_MS) last.to = at;
      else stretches.push({ from: at, to: at });
    }
    const sounds = stretches.flatMap(({ from, to }) => (to - from >= SPEECH_MS ? from : []));
    let before = 0;
    const said = events.flatMap((event) => {
      if (event.kind !== 'transcript' || event.author !== 'character' || !event.final) return [];
      const end = event.at - clock.wall() + clock.now();
      const own = sounds.filter((from) => from > before && from < end);
      const [at = before, ...again] = own;
      before = end;
      const gaps = again.map((from) => `, on at ${this.#seconds(from)}`);
      return { at, what: `"${event.content}"${gaps.join('')}` };
    });
    return [...this.#shown, ...said]
      .filter(({ at, what }) => at >= this.#sinceMs && what !== 'speaking')
      .toSorted((a, b) => a.at - b.at)
      .map(({ at, what }) => `${this.#seconds(at)} ${what}`);
  }

  #seconds(at: number): string {
    return ((at - this.#sinceMs) / 1000).toFixed(1);
  }
}

export const SORRY = '"I am sorry, I cannot answer just now. Please try again in a moment."';
export const WAIT = '"One moment, please."';
export const NOT_HEARD = '"I am sorry, I did not catch that."';
export const CANNOT_HEAR = '"I am sorry, I cannot understand speech just now. Please type to me instead."';
export const CANNOT_GO_ON =
  '"I am sorry, I cannot go on and have to end our conversation. Please try again later."';
export const OPENS = '"The museum opens at nine."';
export const WHOLE = '"The museum opens at nine. It closes at six."';
