import type { FoundPassage } from '@visavis/contracts';
import type { Emotion } from '../../faces/face.ts';
import type { Voice } from '../../voices/voice.ts';
import type { Engine, EngineEvent, EngineFactory, EngineHost } from '../engine.ts';
import { Speaker, VoiceLost } from './speaker.ts';
import { Dialogue } from './talk/dialogue.ts';
import type { Reply } from './talk/reply.ts';

export interface BuiltinEngineOptions {
  /** Shared by the engines of a process; they do not close it. */
  voice: Voice;
  /** Cuts a text into clauses, the first one short. */
  splitClauses: (text: string) => string[];
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Same seed and same utterances, same replies. */
  seed: number;
  /** How much speech may be made ahead of playout; default 2.5 s. */
  maxAheadMs?: number;
  /** After this long a search counts as failed; default 5 s. */
  searchTimeoutMs?: number;
}

const DEFAULT_VOICE = 'Puck';
/**
 * The voice makes speech thirty times as fast as it is played: to make more ahead would be wasted when the user breaks
 * in.
 */
const MAX_AHEAD_MS = 2500;

/**
 * The offline default: no language model, but answers quoted from the knowledge base, small talk, and a voice,
 * all inside the process.
 */
export function createBuiltinEngine(options: BuiltinEngineOptions): EngineFactory {
  return (host) => new BuiltinEngine(host, options);
}

/**
 * One thing at a time: every turn runs under its own signal, and the next event (a further turn, an interruption, the
 * end) aborts it first. After that nothing of the old turn is emitted.
 */
class BuiltinEngine implements Engine {
  readonly hears = false;
  readonly #host: EngineHost;
  readonly #options: BuiltinEngineOptions;
  readonly #dialogue: Dialogue;
  readonly #speaker: Speaker;
  #turn: AbortController | undefined;
  /** Settles when the last turn has; never rejects. */
  #running: Promise<void> = Promise.resolve();
  #emotion: Emotion = 'neutral';
  /** A turn is being thought about or synthesised. */
  #busy = false;
  /** When the conversation ends, on the clock of `performance`, while the remark about it is still to be made. */
  #endsAt: number | undefined;
  #closed = false;

  constructor(host: EngineHost, options: BuiltinEngineOptions) {
    this.#host = host;
    this.#options = options;
    this.#dialogue = new Dialogue({
      instructions: host.plan.instructions,
      greeting: host.plan.greeting,
      search:
        host.searchKnowledge === undefined
          ? undefined
          : (query, take, signal) => this.#search(query, take, signal),
      memories: host.plan.memory ? (host.plan.memories ?? []) : undefined,
      now: options.now,
      seed: options.seed,
    });
    this.#speaker = new Speaker({
      voice: options.voice,
      splitClauses: options.splitClauses,
      voiceName: host.plan.voice ?? DEFAULT_VOICE,
      emit: (event) => host.emit(event),
      maxAheadMs: options.maxAheadMs ?? MAX_AHEAD_MS,
    });
  }

  start(): Promise<void> {
    return this.#closed ? Promise.reject(new Error('the engine is closed')) : Promise.resolve();
  }

  greet(): void {
    this.#begin(async (signal) => this.#express(this.#dialogue.greet(), signal));
  }

  pushAudio(): void {
    // This engine does not listen, so the conversation does not call this.
  }

  sendText(text: string): void {
    this.#begin(async (signal) => {
      this.#host.emit({ type: 'thinking' });
      await this.#express(await this.#dialogue.answer(text, signal), signal);
    });
  }

  interrupt(heard?: { utteranceId: string; heardMs: number; heardText: string }): void {
    if (this.#closed) return;
    this.#turn?.abort();
    this.#turn = undefined;
    this.#busy = false;
    const rest = this.#speaker.interrupted(heard);
    if (rest !== '') this.#dialogue.rememberRest(rest);
  }

  updateContext(text: string): void {
    this.#dialogue.addContext(text);
  }

  forget(): void {
    this.#dialogue.remember(this.#host.plan.memories);
  }

  /** Waits for the turn in flight: a remark about the time does not cut an answer. */
  wrapUp(secondsLeft: number): void {
    if (this.#closed) return;
    this.#endsAt = performance.now() + secondsLeft * 1000;
    if (!this.#busy) this.#remarkOnTime();
  }

  #remarkOnTime(): void {
    if (this.#endsAt === undefined) return;
    const secondsLeft = (this.#endsAt - performance.now()) / 1000;
    this.#endsAt = undefined;
    this.#begin(async (signal) => this.#express(this.#dialogue.close(secondsLeft), signal));
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#turn?.abort();
    this.#turn = undefined;
    await this.#running;
  }

  #begin(work: (signal: AbortSignal) => Promise<void>): void {
    if (this.#closed) return;
    this.#turn?.abort();
    this.#speaker.cutShort();
    const turn = new AbortController();
    this.#turn = turn;
    this.#busy = true;
    this.#running = work(turn.signal)
      .catch((error: unknown) => {
        if (!turn.signal.aborted) this.#host.emit(describeFailure(error));
      })
      .then(() => {
        if (this.#turn !== turn) return;
        this.#busy = false;
        this.#remarkOnTime();
      });
  }

  async #express(reply: Reply, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#host.plan.emotions && reply.emotion !== this.#emotion) {
      this.#emotion = reply.emotion;
      this.#host.emit({ type: 'emotion', emotion: reply.emotion });
    }
    await this.#speaker.say(reply.text, signal);
    signal.throwIfAborted();
    if (reply.ends) this.#host.emit({ type: 'end_requested' });
  }

  /** A search that is reported in the timeline, and is given up with its turn or after the time-out. */
  async #search(query: string, take: number, signal: AbortSignal): Promise<FoundPassage[]> {
    const emit: EngineHost['emit'] = (event) => {
      if (!signal.aborted) this.#host.emit(event);
    };
    emit({ type: 'tool_call', name: 'search_knowledge_base', content: JSON.stringify({ query }) });
    try {
      const passages = await withinTime(
        this.#host.searchKnowledge!(query, take),
        this.#options.searchTimeoutMs ?? 5000,
        signal,
      );
      const documents = [...new Set(passages.map((passage) => passage.documentName))];
      emit({
        type: 'tool_result',
        name: 'search_knowledge_base',
        content: JSON.stringify({ passages: passages.length, documents }),
      });
      return passages;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      emit({ type: 'warning', message: `the knowledge base could not be searched: ${message}` });
      throw error;
    }
  }
}

function describeFailure(error: unknown): EngineEvent {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof VoiceLost) return { type: 'failed', message };
  return { type: 'warning', message: `a turn failed: ${message}` };
}

async function withinTime<T>(work: Promise<T>, timeoutMs: number, signal: AbortSignal): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let stop: (() => void) | undefined;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop!);
  }
}
