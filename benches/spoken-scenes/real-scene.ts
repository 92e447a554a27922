import type { ConversationEvent } from '@visavis/contracts';
import { resample } from '@visavis/server/dist/audio/resampler.js';
import { MICROPHONE_RATE } from '@visavis/server/dist/audio/sample-rates.js';
import { openEars, type SpeechModels } from '@visavis/server/dist/compose/speech-input.js';
import { type Clock, sleep, systemClock } from '@visavis/server/dist/lib/clock.js';
import { type Logger, silentLogger } from '@visavis/server/dist/lib/logger.js';
import { Ending } from '@visavis/server/dist/media/life/ending.js';
import { runConversation } from '@visavis/server/dist/media/run-conversation.js';
import { FramePace } from '@visavis/server/dist/media/showing/frame-pace.js';
import { FramePhases } from '@visavis/server/dist/media/showing/frame-phases.js';
import { EnergyLipTrack } from '@visavis/server/dist/media/testing/energy-lip-track.js';
import { FakeRoom, FakeTracks } from '@visavis/server/dist/media/testing/fake-room.js';
import { testPlan } from '@visavis/server/dist/media/testing/stage.js';
import { TestPatternFace } from '@visavis/server/dist/media/testing/test-pattern-face.js';
import { ToneEngine } from '@visavis/server/dist/media/testing/tone-engine.js';
import { SET_RATE } from '../support/sounds.ts';

const PIECE = MICROPHONE_RATE / 100;
const PIECE_MS = 10;
/** A shorter one is a busy machine's. */
const SHORTEST_SILENCE_MS = 200;
const ECHO_DELAY_PIECES = 8;
const ECHO_GAIN = 0.1;
const clock: Clock = systemClock;

/** What came of a scene; times are milliseconds from the first sound of what was said last before. */
export interface Played {
  begins: string[];
  ends: string[];
  words: string[];
  avatar: string[];
}

/** A conversation in real time, with the real detectors and models, in a room in memory. Its avatar speaks in tones. */
export class RealScene {
  readonly #events: ConversationEvent[] = [];
  readonly #tracks = new FakeTracks(clock);
  readonly #ending = new Ending();
  readonly #done: Promise<void>;
  readonly #echo: boolean;
  /** Why speech has begun and ended, as the log says. */
  readonly #verdicts: { at: number; began: boolean; because: string }[] = [];
  #room!: FakeRoom;
  /** Media time. */
  #spokenAt = clock.now();

  constructor(models: SpeechModels, { echo = false }: { echo?: boolean } = {}) {
    this.#echo = echo;
    const answer = (question: string) =>
      question === 'long' ? Array<string>(30).fill('One of many sentences.') : [`You said: ${question}`];
    const log: Logger = {
      ...silentLogger,
      debug: (fields, message) => {
        if ('because' in fields)
          this.#verdicts.push({
            at: clock.now(),
            began: message.endsWith('begins to speak'),
            because: String(fields.because),
          });
      },
    };
    this.#done = runConversation(
      testPlan(),
      {
        clock,
        log,
        emit: (event) => this.#events.push(event),
        createTracks: () => this.#tracks,
        openRoom: (options) => {
          this.#room = new FakeRoom(options);
          return this.#room;
        },
        openFace: async ({ video }) => new TestPatternFace({ ...video, seed: 1 }),
        engines: { builtin: (host) => new ToneEngine(host, { clock, answer }) },
        createLipTrack: () => new EnergyLipTrack(),
        openEars: () => openEars(models, undefined, { language: 'en' }, silentLogger),
        framePhases: new FramePhases(),
        framePace: new FramePace(),
      },
      this.#ending,
    );
  }

  /** Joins, hears the greeting, and lets the avatar speak where `speaks`. */
  async begin(speaks: boolean): Promise<void> {
    await sleep(clock, 300);
    this.#room.join('user');
    await this.hear(new Float32Array(3 * SET_RATE));
    if (speaks) this.#room.type('user', 'long');
    await this.hear(new Float32Array(1.5 * SET_RATE));
    this.#events.length = 0;
    this.#verdicts.length = 0;
    this.#spokenAt = clock.now();
  }

  /** The microphone's sound, in real time, at `SET_RATE`; `isSaid`: of somebody. */
  async hear(sound: Float32Array, isSaid = false): Promise<void> {
    const pcm = Int16Array.from(sound, (sample) => 32_767 * sample);
    const microphone = resample(pcm, SET_RATE, MICROPHONE_RATE);
    const startedAt = clock.now();
    if (isSaid) this.#spokenAt = startedAt;
    for (let at = 0; at + PIECE <= microphone.length; at += PIECE) {
      await sleep(clock, Math.max(0, startedAt + (at / PIECE) * PIECE_MS - clock.now()));
      this.#room.options.events.onMicrophone('user', this.#withEcho(microphone.slice(at, at + PIECE)));
    }
  }

  /** Ends, and tells what has happened since `begin`. */
  async end(): Promise<Played> {
    const played = this.#tell();
    this.#ending.because('stopped');
    await this.#done;
    return played;
  }

  #tell(): Played {
    const toMs = (wall: number) => Math.round(wall - clock.wall() + clock.now() - this.#spokenAt);
    const said = (began: boolean) =>
      this.#verdicts.flatMap((verdict) =>
        verdict.began === began ? `${Math.round(verdict.at - this.#spokenAt)} ms: ${verdict.because}` : [],
      );
    const told: Played = { begins: said(true), ends: said(false), words: [], avatar: [] };
    let cutAt = Number.POSITIVE_INFINITY;
    for (const event of this.#events) {
      if (event.kind === 'transcript' && event.final && event.author === 'user')
        told.words.push(event.content);
      if (event.kind !== 'timeline') continue;
      if (event.type !== 'interruption') continue;
      cutAt = event.at - clock.wall() + clock.now();
      told.avatar.push(
        `cut after ${toMs(event.at)} ms, by ${(JSON.parse(event.content) as { by: string }).by}`,
      );
    }
    const sounds = this.#tracks.played.filter(({ pcm }) => pcm.some((sample) => sample !== 0));
    for (const [n, { at }] of sounds.entries()) {
      const next = sounds[n + 1]?.at ?? Number.POSITIVE_INFINITY;
      if (at < this.#spokenAt || at > cutAt || next - at < SHORTEST_SILENCE_MS) continue;
      const forMs = next < cutAt ? ` for ${Math.round(next - at)} ms` : '';
      told.avatar.unshift(`silent after ${Math.round(at + PIECE_MS - this.#spokenAt)} ms${forMs}`);
    }
    return told;
  }

  #withEcho(piece: Int16Array): Int16Array {
    const own = this.#echo ? this.#tracks.played.at(-ECHO_DELAY_PIECES)?.pcm : undefined;
    return own ? piece.map((sample, n) => sample + Math.round(ECHO_GAIN * own[2 * n]!)) : piece;
  }
}
