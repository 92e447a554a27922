import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { isSilent } from '../../audio/pcm.ts';
import { createPipelineEngine, type PipelineOptions } from '../../engines/pipeline/pipeline-engine.ts';
import { FakeClock } from '../../lib/testing/fake-clock.ts';
import { embedTexts } from '../../providers/llm/embedding-client.ts';
import { Breaker, PATIENCE } from '../../providers/patience.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { createTranscriber } from '../../providers/stt/openai/transcriber.ts';
import { withStandIn } from '../../providers/stt/with-stand-in.ts';
import { createSpeechServer } from '../../providers/tts/openai/speech-server.ts';
import { SpeechService } from '../../providers/tts/speech-service.ts';
import type { SpeechRecognizer } from '../../speech-recognition/recognizer.ts';
import { splitClauses } from '../../voices/clauses.ts';
import type { Voice } from '../../voices/voice.ts';
import { FAULTS, type Fault, FaultyServers, type Kind, OWN_WORDS } from '../testing/faulty-servers.ts';
import { FRAME_MS, ScriptedEars } from '../testing/scripted-ears.ts';
import { TestStage, testPlan } from '../testing/stage.ts';
import { speakTone } from '../testing/tone-engine.ts';

const OFFLINE: Voice = {
  speak: async (text) => {
    const sound = speakTone(text, 200);
    return { text, ...sound, phones: [{ phone: 'ah', endMs: (sound.pcm.length * 1000) / sound.sampleRate }] };
  },
  close: async () => undefined,
};
/** Shorter sound is the end of a filter, and no speech. */
const SPEECH_MS = 30;
/** Shorter silences are within what is said. */
const PAUSE_MS = 200;

interface VisitOptions {
  servers: FaultyServers;
  language?: string;
  /** The agent's own words. */
  apology?: string;
  /** The kinds of the voices; by default one. */
  voices?: readonly Kind[];
  pipeline?: Partial<PipelineOptions>;
  /** The agent has a tool that never answers. */
  hangingTool?: boolean;
  /** The words that a model of this machine understands, where the servers' recognition fails. */
  hearsHere?: string;
}

/** A visitor's conversation with a pipeline on a fake clock, over real HTTP. */
class Visit {
  readonly stage: TestStage;
  readonly #ears = new ScriptedEars();
  readonly #shown: { at: number; what: string }[] = [];
  #endedAt = Number.POSITIVE_INFINITY;

  constructor({
    servers,
    language,
    apology,
    voices = ['voice'],
    pipeline,
    hangingTool,
    hearsHere,
  }: VisitOptions) {
    // Time stands still while a request is on its way: otherwise its answer would come a frame later with another Node.
    const clock = new FakeClock(undefined, () => servers.quiet());
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
          ...(apology && { apology }),
        },
        ...(hangingTool && { tools: [hours] }),
      },
      deps: {
        engines: {
          builtin: createPipelineEngine({
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
        openEars: () => ({
          ...this.#ears.ears,
          recognizer:
            hearsHere === undefined
              ? transcriber
              : withStandIn(transcriber, here, new Breaker(clock), () => undefined),
          judge: { turnIsOver: async () => 0.9, warm: () => Promise.resolve() },
        }),
        callTool: () => new Promise(() => undefined),
      },
    });
  }

  async greeted(): Promise<void> {
    const { room, clock } = this.stage;
    const show = room.setState.bind(room);
    room.setState = (state) => {
      this.#shown.push({ at: clock.now(), what: state });
      show(state);
    };
    await clock.advance(200);
    room.join('user');
    await this.pass(3);
  }

  /** Asks a question, and waits until so many seconds after it. */
  async asks(how: 'typing' | 'speaking', seconds: number): Promise<string[]> {
    if (how === 'speaking') await this.pass(1, 'speech');
    this.#endedAt = this.stage.clock.now();
    if (how === 'typing') this.stage.room.type('user', 'When does it open?');
    await this.pass(seconds);
    return this.#story;
  }

  async pass(seconds: number, sound: 'speech' | 'silence' = 'silence'): Promise<void> {
    for (let ms = 0; ms < seconds * 1000; ms += FRAME_MS) {
      await this.stage.clock.advance(FRAME_MS);
      this.#ears.feed(sound, (pcm) => this.stage.room.options.events.onMicrophone('user', pcm));
    }
  }

  async ends(): Promise<void> {
    this.stage.ending.because('stopped');
    await this.stage.clock.advance(1000);
    await this.stage.done;
  }

  /** The failures that operators count: which provider, how, and for how long nothing had come. */
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

  /** What is shown and said since the question, each with the seconds after its end. */
  get #story(): string[] {
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
      .filter(({ at, what }) => at >= this.#endedAt && what !== 'speaking')
      .toSorted((a, b) => a.at - b.at)
      .map(({ at, what }) => `${this.#seconds(at)} ${what}`);
  }

  #seconds(at: number): string {
    return ((at - this.#endedAt) / 1000).toFixed(1);
  }
}

const SORRY = '"I am sorry, I cannot answer just now. Please try again in a moment."';
const WAIT = '"One moment, please."';
const NOT_HEARD = '"I am sorry, I did not catch that."';
const OPENS = '"The museum opens at nine."';
const WHOLE = '"The museum opens at nine. It closes at six."';

interface Row {
  sees: readonly string[];
  /** The faults that are counted, with the milliseconds in which nothing had come. */
  counted: readonly string[];
}

describe('after a question to the pipeline', () => {
  let servers: FaultyServers;
  let visits: Visit[];
  beforeEach(async () => {
    visits = [];
    servers = await new FaultyServers().listen();
  });
  afterEach(async () => {
    for (const visit of visits) await visit.ends();
    await servers.stop();
  });

  async function greeted(options: Omit<VisitOptions, 'servers'> = {}): Promise<Visit> {
    const visit = new Visit({ servers, ...options });
    visits.push(visit);
    await visit.greeted();
    return visit;
  }

  const unanswered = (counted: string): Row => ({
    sees: ['0.0 thinking', `0.5 ${SORRY}`, '4.1 listening'],
    counted: [counted, counted],
  });
  const silent: Row = {
    sees: ['0.0 thinking', `3.0 ${WAIT}`, '4.1 thinking', `10.0 ${SORRY}`, '13.6 listening'],
    counted: ['llm timeout 8000', 'llm timeout 1500'],
  };
  const MODEL: Record<Fault, Row> = {
    'no connection': unanswered('llm unreachable 0'),
    'no head': silent,
    'head alone': silent,
    'stops in the middle': {
      // The second try gets the same answer here; a model is asked for the rest.
      sees: [
        '0.0 thinking',
        `0.0 ${OPENS}`,
        '2.9 thinking',
        `5.5 ${OPENS}`,
        '8.4 thinking',
        `10.5 ${SORRY}`,
        '14.1 listening',
      ],
      counted: ['llm timeout 5000', 'llm timeout 5000'],
    },
    'cut in the middle': {
      sees: ['0.0 thinking', `0.0 ${OPENS}`, `1.4 ${SORRY}`, '5.0 listening'],
      counted: ['llm unreachable 0', 'llm unreachable 0'],
    },
    '429': unanswered('llm unavailable 0'),
    '500': unanswered('llm unavailable 0'),
    nonsense: unanswered('llm unavailable -'),
  };

  /** The offline voice speaks at once. */
  const offline = (counted: string): Row => ({
    sees: ['0.0 thinking', `0.0 ${WHOLE}`, '2.3 listening'],
    counted: [counted, counted],
  });
  const mute: Row = {
    sees: ['0.0 thinking', `3.0 ${WAIT}`, `4.1 ${WHOLE}`, '6.4 listening'],
    counted: ['tts timeout 3000', 'tts timeout 3000'],
  };
  const VOICE: Record<Fault, Row> = {
    'no connection': offline('tts unreachable 0'),
    'no head': mute,
    'head alone': mute,
    // The offline voice goes on after the words that were said.
    'stops in the middle': {
      sees: ['0.0 thinking', `0.0 ${WHOLE}, on at 3.0`, '5.0 listening'],
      counted: ['tts timeout 3000', 'tts timeout 3000'],
    },
    'cut in the middle': {
      sees: ['0.0 thinking', `0.0 ${WHOLE}`, '2.7 listening'],
      counted: ['tts unreachable 0', 'tts unreachable 0'],
    },
    '429': offline('tts unavailable 0'),
    '500': offline('tts unavailable 0'),
    nonsense: offline('tts rejected -'),
  };

  const notHeard = (counted: string): Row => ({
    sees: ['0.6 thinking', `0.6 ${NOT_HEARD}`, '2.4 listening'],
    counted: [counted],
  });
  const deaf: Row = {
    sees: ['1.5 thinking', `3.0 ${WAIT}`, '4.1 thinking', `8.3 ${NOT_HEARD}`, '10.1 listening'],
    counted: ['stt timeout 8000'],
  };
  const RECOGNITION: Record<Fault, Row> = {
    'no connection': notHeard('stt unreachable 0'),
    'no head': deaf,
    'head alone': deaf,
    'stops in the middle': {
      sees: ['1.5 thinking', `3.0 ${WAIT}`, '4.1 thinking', `5.3 ${NOT_HEARD}`, '7.1 listening'],
      counted: ['stt timeout 5000'],
    },
    'cut in the middle': notHeard('stt unreachable 0'),
    '429': notHeard('stt unavailable 0'),
    '500': notHeard('stt unavailable 0'),
    nonsense: notHeard('stt rejected -'),
  };

  describe.each([
    ['model', MODEL],
    ['voice', VOICE],
    ['recognition', RECOGNITION],
  ] as const)('where the %s fails', (kind, rows) => {
    test.each(FAULTS)('%s', async (fault) => {
      const visit = await greeted();
      await servers.fail(kind, fault);
      const sees = await visit.asks(kind === 'recognition' ? 'speaking' : 'typing', 16);
      expect({ sees, counted: visit.faults }).toEqual(rows[fault]);
      // An apology is no turn, and what a vendor says is for operators.
      const answers = sees.filter((line) => line.includes('museum')).length;
      expect(visit.stage.timeline('turn')).toHaveLength(answers > 0 ? 1 : 0);
      expect(visit.sent).not.toContain(OWN_WORDS);
    });
  });

  test.each(FAULTS)('embeddings fail within their time: %s', async (fault) => {
    await servers.fail('embeddings', fault === 'no connection' ? 'no head' : fault);
    const clock = new FakeClock();
    const patience = { firstMs: 1000, nextMs: 1000, wholeMs: 1000 };
    const vectors = embedTexts(servers.endpoint('embeddings'), ['hours'], { patience, clock });
    const failure = vectors.catch((error: unknown) => error);
    await servers.quiet();
    await clock.advance(1000);
    expect(await failure).toBeInstanceOf(ProviderError);
  });

  it('a tool that does not answer is waited for aloud, until its own time is over', async () => {
    const visit = await greeted({ hangingTool: true });
    expect(await visit.asks('typing', 14)).toEqual([
      '0.0 thinking',
      `3.0 ${WAIT}`,
      '4.1 thinking',
      `8.0 ${WHOLE}`,
      '10.3 listening',
    ]);
  });

  it('where what transcribes elsewhere fails, this machine does, and goes on doing it', async () => {
    const visit = await greeted({ hearsHere: 'When does it open?' });
    await servers.fail('recognition', 'head alone');
    expect(await visit.asks('speaking', 9)).toEqual(['1.5 thinking', `2.8 ${WHOLE}`, '5.1 listening']);
    expect(await visit.asks('speaking', 5)).toEqual(['0.3 thinking', `0.3 ${WHOLE}`, '2.6 listening']);
  });

  it('a voice that hangs is waited for once, not by each answer', async () => {
    const visit = await greeted();
    await servers.fail('voice', 'head alone');
    await visit.asks('typing', 8);
    expect(await visit.asks('typing', 5)).toEqual(['0.0 thinking', `0.0 ${WHOLE}`, '2.3 listening']);
    expect(visit.faults).toHaveLength(2);
  });

  it('a model that hangs is waited for wholly once, and asked again by each question', async () => {
    const visit = await greeted();
    await servers.fail('model', 'no head');
    await visit.asks('typing', 14);
    expect(await visit.asks('typing', 7)).toEqual(['0.0 thinking', `2.5 ${SORRY}`, '6.1 listening']);
    servers.mend('model');
    expect(await visit.asks('typing', 4)).toEqual(['0.0 thinking', `0.0 ${WHOLE}`, '2.3 listening']);
  });

  it('the next voice goes on where one is cut, and the next model answers where one hangs', async () => {
    const visit = await greeted({
      voices: ['voice', 'other voice'],
      pipeline: { fallbackLlm: servers.endpoint('other model') },
    });
    await servers.fail('voice', 'cut in the middle');
    await servers.fail('model', 'no head');
    expect(await visit.asks('typing', 14)).toEqual([
      '0.0 thinking',
      `3.0 ${WAIT}`,
      '4.4 thinking',
      `5.0 ${WHOLE}`,
      '7.7 listening',
    ]);
    expect(await visit.asks('typing', 5)).toEqual(['0.0 thinking', `0.0 ${WHOLE}`, '2.7 listening']);
  });

  it('the agent says so in its language', async () => {
    const visit = await greeted({ language: 'de' });
    await servers.fail('model', 'no head');
    expect(await visit.asks('typing', 16)).toEqual([
      '0.0 thinking',
      '3.0 "Einen Moment, bitte."',
      '4.1 thinking',
      '10.0 "Entschuldigung, ich kann gerade nicht antworten. Bitte versuchen Sie es gleich noch einmal."',
      '15.0 listening',
    ]);
  });

  it('the agent apologises in its own words, also where it cannot go on', async () => {
    const visit = await greeted({ apology: 'Da muss ich passen.' });
    await servers.fail('model', '500');
    const OWN = '"Da muss ich passen."';
    for (let asked = 0; asked < 2; asked++) {
      const [, said] = await visit.asks('typing', 8);
      expect(said).toContain(OWN);
    }
    await visit.asks('typing', 8);
    expect(visit.stage.transcript().at(-1)).toContain('Da muss ich passen.');
    expect(visit.stage.ended).toMatchObject({ reason: 'provider_error' });
  });

  it('the rest of what no voice could finish is not in the transcript', async () => {
    const visit = await greeted({ pipeline: { voice: undefined } });
    await servers.fail('voice', 'cut in the middle');
    expect(await visit.asks('typing', 8)).toEqual(['0.0 thinking', '0.0 "The museum It"', '1.2 listening']);
  });
});
