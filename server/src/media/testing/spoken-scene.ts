import type { ConversationEvent } from '@visavis/contracts';
import { isSilent } from '../../audio/pcm.ts';
import type { SpeechRecognizer, Transcription } from '../../speech-recognition/recognizer.ts';
import { isBackchannelText } from '../hearing/backchannel.ts';
import { FRAME_MS, ScriptedHearing, type Sound } from './scripted-hearing.ts';
import { TestStage, testPlan } from './stage.ts';
import type { ToneEngineOptions } from './tone-engine.ts';

export interface SpokenSceneOptions {
  /** Whether a model distinguishes speech from other sounds. */
  model?: boolean;
  /** Whether the avatar continues after a short remark. */
  remarks?: boolean;
  engine?: ToneEngineOptions;
  /**
   * How speech is transcribed: at once, as fast as a CPU can, word by word as it is spoken, never, with a
   * failure, or not at all.
   */
  recognizer?: 'quick' | 'slow' | 'live' | 'hanging' | 'failing' | 'none';
}

/** Steps after which the greeting has been heard, and after which the avatar says something of about 20 s. */
export const GREETING = ['joins', 'silence 2500'];
export const LONG = ['types long', 'silence 1500'];

/** The length of the pieces in which audio is sent, and the longest pause between words. */
const SENT_MS = 10;
const SHORTEST_SILENCE_MS = 30;
/** For the record, a sentence is over slightly before its last audio has left. */
const QUEUE_MS = 100;
/** How often a streaming recognizer reports the words so far. */
const INTERIM_MS = 600;
/** How long Whisper takes on an idle machine. */
const SLOW_MS = 350;

/**
 * A whole conversation with a speaking user, from the microphone to the record, on a fake clock. `play` takes steps as
 * text, each with a kind of sound, its milliseconds, and what is said in it, such as `speech 800 When do you open?`.
 * Words that end with "…" sound unfinished.
 */
export class SpokenScene {
  readonly stage: TestStage;
  readonly #scripted: ScriptedHearing;
  #words: string[] = [];
  readonly #spokenAt: number[] = [];
  #onWords: ((heard: Transcription) => void) | undefined;
  #seen = 0;
  #silencesSeen = 0;

  constructor({ model, remarks = true, engine, recognizer = 'quick' }: SpokenSceneOptions = {}) {
    this.#scripted = new ScriptedHearing({ ...(model !== undefined && { model }) });
    const words: SpeechRecognizer = {
      model: 'scripted',
      isLocal: recognizer !== 'live',
      warm: () => Promise.resolve(),
      transcribe: (_, { signal } = {}) => this.#transcribe(recognizer, signal),
      ...(recognizer === 'live' && {
        listen: ({ onWords }) => {
          this.#onWords = onWords;
          const complete = () => this.#transcribe(recognizer, undefined);
          return { push: () => undefined, complete, close: () => undefined };
        },
      }),
    };
    const forRemarks: SpeechRecognizer = {
      ...words,
      transcribe: async (samples, options) => {
        const heard = await words.transcribe(samples, options);
        if (isBackchannelText(heard.text, 'en')) this.#words = [];
        return heard;
      },
    };
    const turnIsOver = () => Promise.resolve(this.#words.at(-1)?.endsWith('…') ? 0.1 : 0.9);
    this.stage = new TestStage({
      plan: testPlan(),
      engine: {
        ...engine,
        answer: (question) => {
          if (question === this.#words.join(' ')) this.#words = [];
          return question === 'long' ? Array(20).fill('One of many sentences.') : [`You said: ${question}`];
        },
      },
      deps: {
        openHearingDeps: () => ({
          ...this.#scripted.hearingDeps,
          ...(recognizer !== 'none' && {
            recognizer: words,
            judge: { turnIsOver, warm: () => Promise.resolve() },
          }),
          ...(remarks && {
            backchannels: { recognizer: recognizer === 'none' ? undefined : forRemarks, language: 'en' },
          }),
        }),
      },
    });
  }

  async play(...steps: string[]): Promise<void> {
    for (const step of steps) await this.#play(step);
  }

  /**
   * Returns what the record contains since the last call, in order. When the avatar fell silent is measured from
   * the audio that left.
   */
  news(): string[] {
    const { events, clock } = this.stage;
    const fresh = events
      .slice(this.#seen)
      .map((event) => ({ event, at: event.at - clock.wall() + clock.now() }));
    this.#seen = events.length;
    const lines = fresh.flatMap(({ event, at }) => {
      const line = this.#line(event, at);
      return line === undefined ? [] : [{ at, line }];
    });
    const ends = fresh.filter(
      ({ event }) => event.kind === 'transcript' && event.author === 'character' && event.final,
    );
    for (const { from, to } of this.#silences()) {
      if (ends.some(({ at }) => at >= from - QUEUE_MS && at <= to)) continue;
      lines.push({ at: to, line: `pauses ${this.#sinceSpoken(from)} for ${Math.round(to - from)} ms` });
    }
    return lines.toSorted((a, b) => a.at - b.at).map(({ line }) => line);
  }

  /** Why speech has begun and ended, in order. */
  get because(): string[] {
    return this.stage.because;
  }

  #line(event: ConversationEvent, at: number): string | undefined {
    if (event.kind === 'ended') return `ended: ${event.reason}`;
    if (event.kind === 'transcript')
      return event.final ? `${event.author === 'user' ? 'user' : 'avatar'}: ${event.content}` : undefined;
    if (event.kind !== 'timeline') return undefined;
    if (event.type === 'warning') return `warning: ${event.content}`;
    if (event.type !== 'interruption') return undefined;
    const { by } = JSON.parse(event.content) as { by: string };
    if (by !== 'voice') return `cut by ${by}`;
    const last = this.#sounding.findLast((sound) => sound.at <= at)!;
    return `cut by voice, silent ${this.#sinceSpoken(last.at + SENT_MS)}`;
  }

  /** Returns the avatar's silences between sounds since the last call. */
  #silences(): { from: number; to: number }[] {
    const sounds = this.#sounding;
    const found = sounds.slice(1).map(({ at }, n) => ({ from: sounds[n]!.at + SENT_MS, to: at }));
    const silences = found.filter(
      ({ from, to }) => to - from > SHORTEST_SILENCE_MS && from > this.#silencesSeen,
    );
    this.#silencesSeen = this.stage.clock.now();
    return silences;
  }

  get #sounding() {
    return this.stage.tracks.played.filter(({ pcm }) => !isSilent(pcm));
  }

  #sinceSpoken(at: number): string {
    return `after ${Math.round(at - (this.#spokenAt.findLast((spoken) => spoken < at) ?? 0))} ms`;
  }

  get shown(): string | undefined {
    return this.stage.room.states.at(-1);
  }

  async #play(step: string): Promise<void> {
    const { room, clock, engine } = this.stage;
    const [, kind, ms, words] = /^(\D+?)(?: (\d+)(?: (.+))?)?$/.exec(step)!;
    if (step.startsWith('types ')) {
      room.type('user', step.slice('types '.length));
      return;
    }
    switch (kind) {
      case 'joins':
        await clock.advance(200);
        this.stage.room.join('user');
        await clock.advance(100);
        return;
      case 'asks for silence':
        room.services!.rpc['visavis.interrupt']!('user', '');
        return;
      case 'microphone gone':
        room.options.events.onMicrophoneEnded('user');
        return;
      case 'drops out':
        room.drop('user');
        return;
      case 'is back':
        room.join('user');
        return;
      case 'model lost':
        this.#scripted.loseModel();
        return;
      case 'provider hears speech':
        engine.userSpeech(true);
        return;
      case 'provider hears silence':
        engine.userSpeech(false);
        return;
      case 'provider cuts its answer':
        engine.userSpeech(true, true);
        return;
      case 'agent hangs up':
        engine.requestEnd();
        return;
      default:
        await this.#hear(kind as Sound, Number(ms), words);
    }
  }

  async #hear(sound: Sound, ms: number, words: string | undefined): Promise<void> {
    if (sound !== 'silence') this.#spokenAt.push(this.stage.clock.now());
    if (words !== undefined) this.#words.push(words);
    for (let heardMs = 0; heardMs + FRAME_MS <= ms; heardMs += FRAME_MS) {
      if (heardMs % INTERIM_MS < FRAME_MS && heardMs > 0 && sound === 'speech')
        this.#onWords?.({ text: this.#words.join(' '), language: 'en' });
      await this.stage.clock.advance(FRAME_MS);
      this.#scripted.feed(sound, (pcm) => this.stage.room.options.events.onMicrophone('user', pcm));
    }
    await new Promise((resolve) => setImmediate(resolve));
  }

  /** Transcribes everything that was said since the last turn. */
  #transcribe(
    kind: NonNullable<SpokenSceneOptions['recognizer']>,
    signal: AbortSignal | undefined,
  ): Promise<Transcription> {
    if (kind === 'slow')
      return new Promise((resolve) => {
        this.stage.clock.after(SLOW_MS, () =>
          resolve({ text: this.#words.join(' ').trim(), language: 'en' }),
        );
      });
    if (kind === 'failing') return Promise.reject(new Error('the model cannot be opened'));
    if (kind === 'hanging')
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      });
    return Promise.resolve({ text: this.#words.join(' ').trim(), language: 'en' });
  }
}
