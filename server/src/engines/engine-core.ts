import type { Clock } from '../lib/clock.ts';
import { type Guard, guardClock } from '../lib/guard.ts';
import { messageOf } from '../lib/message-of.ts';
import { RateGate } from '../lib/rate-gate.ts';
import { ProviderError } from '../providers/provider-error.ts';
import { modelToSend } from '../providers/realtime/model-to-send.ts';
import type { ProviderOffer } from '../providers/realtime/provider.ts';
import type { EngineEvent, EngineHost } from './engine.ts';
import { History } from './history.ts';
import { standardTools, type WebSearch } from './tools/standard-tools.ts';
import { ToolRunner } from './tools/tool-runner.ts';
import { Utterances } from './utterances.ts';

/** The least time between two warnings with the same words. */
const WARNING_PAUSE_MS = 60_000;
/**
 * Most characters of a warning, which may hold a vendor's words, and most different ones that are reported in
 * a minute and remembered.
 */
const MAX_WARNING = 500;
const WARNINGS_A_MINUTE = 20;
const MAX_REMEMBERED = 100;
/** The most characters of what the user said in one go. */
const MAX_SAID = 10_000;
/** After a request to hang up: how long to wait for the model's farewell. */
const FAREWELL_MS = 8000;

export interface EngineCoreOptions {
  clock: Clock;
  webSearch?: WebSearch | undefined;
  /** The engine has failed: close the connection to the provider. */
  onFailed: () => void;
}

/** The common part of all engines: history, utterances, tools, warnings, and the end. */
export class EngineCore {
  readonly host: EngineHost;
  /** Runs all that the engine does later: an error that a callback throws ends the engine. */
  readonly clock: Clock;
  readonly history = new History();
  readonly utterances: Utterances;
  readonly tools: ToolRunner;
  readonly #onFailed: () => void;
  /** The model in use: as sent to the vendor, or as reported by it. */
  model: string | undefined;
  #ended = false;
  #endWanted: (() => void) | undefined;
  readonly #warnedAt = new Map<string, number>();
  readonly #warnings: RateGate;

  constructor(host: EngineHost, options: EngineCoreOptions) {
    this.host = host;
    this.#onFailed = options.onFailed;
    this.clock = guardClock(options.clock, this.guard);
    this.#warnings = new RateGate(WARNINGS_A_MINUTE / 60, WARNINGS_A_MINUTE, () => this.clock.now());
    this.utterances = new Utterances((event) => this.emit(event), this.history);
    const tools = standardTools(host, {
      webSearch: options.webSearch,
      emit: (event) => this.emit(event),
      onEnd: () => this.#wantEnd(),
    });
    this.tools = new ToolRunner([...tools, ...(host.tools ?? [])], {
      emit: (event) => this.emit(event),
      clock: this.clock,
      onAnswered: (call, output) => this.history.addCall(call, output),
    });
  }

  /** The engine has failed or was closed; no more events are emitted. */
  get ended(): boolean {
    return this.#ended;
  }

  emit(event: EngineEvent): void {
    if (this.#ended) return;
    const isLong = event.type === 'user_transcript' && event.text.length > MAX_SAID;
    this.host.emit(isLong ? { ...event, text: event.text.slice(0, MAX_SAID) } : event);
  }

  /**
   * Emits a warning, the same text once a minute at most, because faults of a provider tend to repeat. `outcome`: what became of it.
   */
  warn(trouble: string | Error, outcome?: string): void {
    this.count(trouble);
    const message = wordsOf(outcome === undefined ? trouble : `${messageOf(trouble)}; ${outcome}`);
    const last = this.#warnedAt.get(message);
    const now = this.clock.now();
    if ((last !== undefined && now - last < WARNING_PAUSE_MS) || !this.#warnings.pass()) return;
    this.#remember(message);
    this.emit({ type: 'warning', message });
  }

  /** Tells the operator; the same message once per conversation. */
  notice(message: string): void {
    if (this.#warnedAt.has(message) || !this.#warnings.pass()) return;
    this.#remember(message);
    this.emit({ type: 'notice', message });
  }

  /** Returns the model to name to the vendor; the operator is told where it stands in for one that was shut down. */
  modelToSend(offer: ProviderOffer, configured: string | undefined): string {
    const choice = { requested: this.host.plan.model, configured };
    const { model, replaces } = modelToSend(offer, choice, this.clock.wall());
    if (replaces) this.notice(`${offer.name} has shut down ${replaces}: ${model} answers in its place`);
    this.model = model;
    return model;
  }

  /** Counts a failure of a provider. The caller informs the user or the operator, where anybody is informed. */
  count(trouble: unknown): void {
    if (trouble instanceof ProviderError) this.emit({ type: 'fault', ...trouble.fault });
  }

  fail(trouble: unknown): void {
    if (this.#ended) return;
    this.count(trouble);
    this.utterances.finishAll();
    this.emit({ type: 'failed', message: wordsOf(trouble) });
    this.end();
    this.#onFailed();
  }

  /** Runs a callback; an error that it throws ends this engine, and not the process with all conversations. */
  readonly guard: Guard = (work) => {
    try {
      work();
    } catch (error) {
      this.fail(error);
    }
  };

  /** Ends this engine where work that nobody waits for fails. */
  follow(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.fail(error));
  }

  /** An answer is complete; a hang-up that waited for it is due. */
  answerFinished(): void {
    if (!this.#endWanted) return;
    this.#endWanted();
    this.#endWanted = undefined;
    this.emit({ type: 'end_requested' });
  }

  end(): void {
    this.#ended = true;
    this.#endWanted?.();
    this.#endWanted = undefined;
    this.tools.abort();
  }

  #remember(message: string): void {
    this.#warnedAt.delete(message);
    this.#warnedAt.set(message, this.clock.now());
    if (this.#warnedAt.size > MAX_REMEMBERED) this.#warnedAt.delete(this.#warnedAt.keys().next().value!);
  }

  #wantEnd(): void {
    // The farewell may follow: hang up after the answer, not before it.
    this.#endWanted ??= this.clock.after(FAREWELL_MS, () => this.answerFinished());
  }
}

function wordsOf(trouble: unknown): string {
  const words = messageOf(trouble);
  return words.length > MAX_WARNING ? `${words.slice(0, MAX_WARNING - 1)}…` : words;
}
