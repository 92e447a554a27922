import type { EngineFactory } from '../inside/engines.ts';
import {
  type Clock,
  systemClock as clock,
  createElevenLabsEngine,
  createGeminiEngine,
  createOpenAiEngine,
  createPipelineEngine,
  splitClauses,
} from '../inside/engines.ts';
import { FakeTracks, TestStage, testPlan } from '../inside/stage.ts';
import type { LocalProviders, ProviderEngine } from './local-providers.ts';
import { LoudnessDetector } from './speech-sound.ts';

const MICROPHONE_RATE = 24_000;
const PIECE_SAMPLES = 480;
const WRAP_UP_MS = 90_000;

/**
 * A conversation with a provider's engine and its local server in real time, in a room in memory: everything between
 * the provider's wire and the tracks is the product's, and nothing has to be encoded.
 */
export class ProviderStage {
  readonly stage: TestStage;
  readonly tracks = new FakeTracks(clock);
  readonly engine: ProviderEngine;
  readonly #providers: LocalProviders;

  /** `callsToWrapUpAfterMs`: instead of 90 s after the consumer came, in a conversation of two minutes. */
  constructor(engine: ProviderEngine, providers: LocalProviders, callsToWrapUpAfterMs = WRAP_UP_MS) {
    this.engine = engine;
    this.#providers = providers;
    const plan = testPlan();
    this.stage = new TestStage({
      plan: {
        ...plan,
        engine: {
          ...plan.engine!,
          name: engine,
          greeting: 'Welcome.',
          emotions: false,
          ...(engine === 'elevenlabs' && { remoteId: providers.elevenlabs.agentId }),
        },
        limits: { ...plan.limits, maxSeconds: 120 },
      },
      deps: {
        clock: hurried(WRAP_UP_MS, callsToWrapUpAfterMs),
        createTracks: () => this.tracks,
        engines: { [engine]: engineOf(engine, providers) },
        createVoiceActivity: listen,
      },
    });
  }

  get room() {
    return this.stage.room;
  }

  get #server() {
    return this.#providers[this.engine];
  }

  /** Resolves when the greeting has been heard. */
  async greeted(): Promise<this> {
    if (this.engine === 'openai' || this.engine === 'gemini') this.#server.replies.push({ say: 'Welcome.' });
    await this.until('the room', () => this.room?.published !== undefined);
    this.room.join('user');
    await this.until('the greeting', () => this.lines().at(0) === 'character: Welcome.');
    await this.until('the end of the greeting', () => this.state === 'listening');
    return this;
  }

  type(text: string): void {
    this.room.type('user', text);
  }

  /** The user silences the avatar by the button. */
  interrupt(): void {
    void this.room.services!.rpc['visavis.interrupt']!('user', '');
  }

  /** Speech of `ms`, and the quiet after it, as fast as a microphone gives it. */
  async speak(pcm: Int16Array): Promise<void> {
    const startedAt = performance.now();
    for (let at = 0; at < pcm.length; at += PIECE_SAMPLES) {
      const aheadMs = (at * 1000) / MICROPHONE_RATE - (performance.now() - startedAt);
      if (aheadMs > 0) await new Promise((resolve) => setTimeout(resolve, aheadMs));
      this.room.options.events.onMicrophone('user', pcm.slice(at, at + PIECE_SAMPLES));
    }
  }

  get state(): string | undefined {
    return this.room?.states.at(-1);
  }

  /** The transcript, `author: words`, entry by entry. */
  lines(): string[] {
    return this.stage.transcript();
  }

  /** The text of the present answer that has been shown in the room. */
  get shown(): string {
    return [...this.room.streamed.values()].at(-1) ?? '';
  }

  /** Checks every few milliseconds. @throws Error with what was seen, after `timeoutMs` */
  async until(what: string, condition: () => boolean, timeoutMs = 20_000): Promise<void> {
    const latest = performance.now() + timeoutMs;
    while (!condition()) {
      if (performance.now() > latest) {
        const seen = {
          lines: this.lines(),
          states: this.room?.states,
          events: this.stage.timeline('warning'),
        };
        throw new Error(`waited ${timeoutMs} ms for ${what}: ${JSON.stringify(seen)}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  async close(): Promise<void> {
    this.stage.ending.because('stopped');
    await this.stage.done;
    await this.tracks.close();
  }
}

/** The product's engine, led to the local server. */
export function engineOf(name: ProviderEngine, providers: LocalProviders): EngineFactory {
  const { baseUrl, apiKey } = providers[name];
  const options = { baseUrl, apiKey, clock };
  switch (name) {
    case 'openai':
      return createOpenAiEngine(options);
    case 'gemini':
      return createGeminiEngine(options);
    case 'elevenlabs':
      return createElevenLabsEngine({ ...options, customLlmExtraBody: '{"tier":"gold"}' });
    case 'pipeline':
      return createPipelineEngine({
        llm: { baseUrl, apiKey, model: 'llm' },
        stt: { baseUrl, apiKey, model: 'stt', voiceActivity: listen },
        tts: { baseUrl, apiKey, model: 'tts' },
        splitClauses,
        clock,
      });
  }
}

/** The system's clock, on which one delay is another. */
function hurried(delayMs: number, insteadMs: number): Clock {
  return {
    now: () => clock.now(),
    wall: () => clock.wall(),
    after: (ms, callback) => clock.after(ms === delayMs ? insteadMs : ms, callback),
  };
}

/** Loudness is enough here: the real detector has its own tests. */
function listen() {
  const detector = new LoudnessDetector();
  return {
    pushPlayout: () => undefined,
    push(pcm: Int16Array) {
      const change = detector.push(pcm, MICROPHONE_RATE);
      if (!change) return [];
      const kind = change === 'started' ? ('speech_started' as const) : ('speech_ended' as const);
      return [{ kind, atMs: detector.receivedMs - (change === 'started' ? 20 : 300) }];
    },
  };
}
