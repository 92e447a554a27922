import type { Clock } from '../lib/clock.ts';
import type { EngineEvent, EngineHost } from './engine.ts';
import { History } from './history.ts';
import { modelToSend } from './model-to-send.ts';
import type { ProviderOffer } from './provider.ts';
import { ProviderError } from './provider-error.ts';
import { standardTools, type WebSearch } from './tools/standard-tools.ts';
import { ToolRunner } from './tools/tool-runner.ts';
import { Utterances } from './utterances.ts';

/** The least time between two warnings with the same words. */
const WARNING_PAUSE_MS = 60_000;
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

  constructor(host: EngineHost, options: EngineCoreOptions) {
    this.host = host;
    this.#onFailed = options.onFailed;
    this.clock = options.clock;
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
    if (!this.#ended) this.host.emit(event);
  }

  /** Emits a warning, the same text once a minute at most, because faults of a provider tend to repeat. */
  warn(trouble: string | Error): void {
    this.count(trouble);
    const message = typeof trouble === 'string' ? trouble : trouble.message;
    const last = this.#warnedAt.get(message);
    const now = this.clock.now();
    if (last !== undefined && now - last < WARNING_PAUSE_MS) return;
    this.#warnedAt.set(message, now);
    this.emit({ type: 'warning', message });
  }

  /** Emits a warning once per conversation. */
  warnOnce(message: string): void {
    if (!this.#warnedAt.has(message)) this.warn(message);
  }

  /** The model to name to the vendor; the caller is warned where it stands in for one that was shut down. */
  modelToSend(offer: ProviderOffer, configured: string | undefined): string {
    const choice = { requested: this.host.plan.model, configured };
    const { model, replaces } = modelToSend(offer, choice, this.clock.wall());
    if (replaces) this.warnOnce(`${offer.name} has shut down ${replaces}: ${model} answers in its place`);
    this.model = model;
    return model;
  }

  /** Counts a failure of a provider that is told in other words, or in none. */
  count(trouble: unknown): void {
    if (trouble instanceof ProviderError)
      this.emit({ type: 'fault', provider: trouble.provider, fault: trouble.kind });
  }

  fail(trouble: string | Error): void {
    if (this.#ended) return;
    this.count(trouble);
    const message = typeof trouble === 'string' ? trouble : trouble.message;
    this.utterances.finishAll();
    this.emit({ type: 'failed', message });
    this.end();
    this.#onFailed();
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

  #wantEnd(): void {
    // The farewell may follow: hang up after the answer, not before it.
    this.#endWanted ??= this.clock.after(FAREWELL_MS, () => this.answerFinished());
  }
}
