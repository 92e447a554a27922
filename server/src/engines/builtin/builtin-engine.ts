import { DEFAULT_VOICE, type FoundPassage } from '@visavis/contracts';
import type { Emotion } from '../../faces/face.ts';
import { type Clock, systemClock } from '../../lib/clock.ts';
import { messageOf } from '../../lib/message-of.ts';
import { withTimeout } from '../../lib/timeout.ts';
import type { Voice } from '../../voices/voice.ts';
import type { Engine, EngineFactory, EngineHost } from '../engine.ts';
import { EngineCore } from '../engine-core.ts';
import { SpokenAnswer } from '../spoken-answer.ts';
import { emotionFromText } from '../tools/emotion-from-text.ts';
import { Dialogue } from './dialogue.ts';
import { greetingIn, type Reply } from './small-talk.ts';

export interface BuiltinEngineOptions {
  /** Shared by the engines of a process; they do not close it. */
  voice: Voice;
  /** Splits a text into clauses, the first one short. */
  splitClauses: (text: string) => string[];
  /** How far ahead of playout speech may be synthesized; default 2.5 s. */
  maxAheadMs?: number;
  /** Timeout of a search; default 5 s. */
  searchTimeoutMs?: number;
  clock?: Clock;
}

/**
 * The voice synthesizes thirty times as fast as real time: more speech in advance would be wasted if the user
 * interrupts.
 */
const MAX_AHEAD_MS = 2500;

/**
 * Creates the engine that answers if no model is configured: a stand-in that greets, quotes the knowledge base with its
 * source, and says so if it finds no answer there. It does not remember earlier conversations, and calls no tools.
 */
export function createBuiltinEngine(options: BuiltinEngineOptions): EngineFactory {
  return (host) => new BuiltinEngine(host, options);
}

/**
 * An engine that does one thing at a time: every turn has its own signal, and the next event (another turn, an
 * interruption, the end) aborts it first. Afterwards nothing of the old turn is emitted.
 */
class BuiltinEngine implements Engine {
  readonly hears = false;
  /** It has its answer at once. If it takes long, the machine is busy, and the fallback voice would be as slow. */
  readonly wait = { afterMs: 0, say: () => undefined };
  readonly #core: EngineCore;
  readonly #options: BuiltinEngineOptions;
  readonly #dialogue: Dialogue;
  #turn: AbortController | undefined;
  #emotion: Emotion = 'neutral';
  /** When the conversation ends, on the clock, until the remark about it is made. */
  #endsAt: number | undefined;
  #count = 0;

  constructor(host: EngineHost, options: BuiltinEngineOptions) {
    this.#options = options;
    this.#core = new EngineCore(host, {
      clock: options.clock ?? systemClock,
      onFailed: () => this.#turn?.abort(),
    });
    this.#dialogue = new Dialogue(
      host.searchKnowledge && ((query, take, signal) => this.#search(query, take, signal)),
      { name: host.plan.avatarName, language: host.plan.language },
    );
  }

  start(): Promise<void> {
    return this.#core.ended ? Promise.reject(new Error('the engine is closed')) : Promise.resolve();
  }

  greet(): void {
    const text = this.#core.host.plan.greeting?.trim() || greetingIn(this.#core.host.plan.language);
    this.#begin((signal) => this.#reply({ text }, signal));
  }

  pushAudio(): void {
    // Not called by the conversation, because the engine does not listen.
  }

  sendText(text: string): void {
    this.#begin(async (signal) => {
      this.#core.emit({ type: 'thinking' });
      await this.#reply(await this.#dialogue.answer(text, signal), signal);
    });
  }

  interrupt(): void {
    this.#turn?.abort();
    this.#turn = undefined;
    this.#core.utterances.finishAll();
  }

  updateContext(text: string): void {
    this.#dialogue.addContext(text);
  }

  forget(): void {
    // It does not use memories.
  }

  /** Waits for the turn in progress: a remark about the time does not interrupt an answer. */
  wrapUp(secondsLeft: number): void {
    this.#endsAt = this.#core.clock.now() + secondsLeft * 1000;
    if (!this.#turn) this.#remarkOnTime();
  }

  #remarkOnTime(): void {
    if (this.#endsAt === undefined) return;
    const secondsLeft = (this.#endsAt - this.#core.clock.now()) / 1000;
    this.#endsAt = undefined;
    const text =
      secondsLeft < 8
        ? 'Our time is up. Thank you for talking with me. Goodbye!'
        : 'Our time is nearly over. One last question, if you like.';
    this.#begin((signal) => this.#reply({ text }, signal));
  }

  close(): Promise<void> {
    this.#core.end();
    this.#turn?.abort();
    return Promise.resolve();
  }

  #begin(work: (signal: AbortSignal) => Promise<void>): void {
    if (this.#core.ended) return;
    this.interrupt();
    const turn = new AbortController();
    this.#turn = turn;
    void work(turn.signal)
      .catch((error: unknown) => {
        if (!turn.signal.aborted) this.#core.warn(`a turn failed: ${messageOf(error)}`);
      })
      .then(() => {
        if (this.#turn !== turn) return;
        this.#turn = undefined;
        this.#remarkOnTime();
      });
  }

  async #reply({ text, ends }: Reply, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const emotion = emotionFromText(text) ?? 'neutral';
    if (this.#core.host.plan.emotions && emotion !== this.#emotion) {
      this.#emotion = emotion;
      this.#core.emit({ type: 'emotion', emotion });
    }
    await this.#speak(text, signal);
    if (ends) this.#core.emit({ type: 'end_requested' });
  }

  async #speak(text: string, signal: AbortSignal): Promise<void> {
    const { voice, splitClauses, maxAheadMs = MAX_AHEAD_MS } = this.#options;
    const voiceName = this.#core.host.plan.voice ?? DEFAULT_VOICE;
    const options = { core: this.#core, services: [], voice, voiceName, style: undefined, maxAheadMs };
    const answer = new SpokenAnswer(`utterance-${++this.#count}`, options, signal);
    for (const clause of splitClauses(text)) answer.say(clause);
    // The voice cannot pronounce any of it (another script, emoji), but the user can still read it.
    if (!answer.hasWords) this.#core.utterances.text(answer.id, text.trim());
    await answer.end();
  }

  /** Searches, reports that in the timeline, and gives up after the timeout. */
  async #search(query: string, take: number, signal: AbortSignal): Promise<FoundPassage[]> {
    const emit: EngineHost['emit'] = (event) => {
      if (!signal.aborted) this.#core.emit(event);
    };
    const name = 'search_knowledge_base';
    emit({ type: 'tool_call', name, content: JSON.stringify({ query }) });
    try {
      const search = this.#core.host.searchKnowledge!(query, take);
      const passages = await withTimeout(search, this.#options.searchTimeoutMs ?? 5000, 'no answer');
      const documents = [...new Set(passages.map((passage) => passage.documentName))];
      emit({ type: 'tool_result', name, content: JSON.stringify({ passages: passages.length, documents }) });
      return passages;
    } catch (error) {
      emit({ type: 'warning', message: `The knowledge base could not be searched: ${messageOf(error)}` });
      throw error;
    }
  }
}
