import type { Clock } from '../lib/clock.ts';
import { type Guard, guardClock } from '../lib/guard.ts';
import { messageOf } from '../lib/message-of.ts';
import { RateGate } from '../lib/rate-gate.ts';
import { ProviderError, redact } from '../providers/provider-error.ts';
import { modelToSend } from '../providers/realtime/model-to-send.ts';
import type { ProviderOffer } from '../providers/realtime/provider.ts';
import type { EngineEvent, EngineHost } from './engine.ts';
import { History } from './history.ts';
import { standardTools, type WebSearch } from './tools/standard-tools.ts';
import { ToolRunner } from './tools/tool-runner.ts';
import { Utterances } from './utterances.ts';

/** Minimum time between two warnings with the same text. */
const WARNING_PAUSE_MS = 60_000;
/**
 * Limits for warnings: characters of one, which may contain a vendor's text, and different ones that are reported per
 * minute and remembered.
 */
const MAX_WARNING = 500;
const WARNINGS_A_MINUTE = 20;
/** Faults that are counted per minute: each is a line in the log and an entry of the conversation. */
const FAULTS_A_MINUTE = 20;
const MAX_REMEMBERED = 100;
/** Maximum characters of one utterance of the user. */
const MAX_USER_CHARACTERS = 10_000;
/** How long to wait for the model's farewell after it has asked to hang up. */
const FAREWELL_MS = 8000;

export interface EngineCoreOptions {
  clock: Clock;
  webSearch?: WebSearch | undefined;
  /** Called when the engine has failed, to close the connection to the provider. */
  onFailed: () => void;
}

/** The common part of all engines: history, utterances, tools, warnings, and the end. */
export class EngineCore {
  readonly host: EngineHost;
  /** Runs everything that the engine does later: an error thrown by a callback ends the engine. */
  readonly clock: Clock;
  readonly history = new History();
  readonly utterances: Utterances;
  readonly tools: ToolRunner;
  readonly #onFailed: () => void;
  /** The model in use: as sent to the vendor, or as reported by it. */
  model: string | undefined;
  #ended = false;
  #cancelEndTimer: (() => void) | undefined;
  readonly #warnedAt = new Map<string, number>();
  readonly #warnings: RateGate;
  readonly #faults: RateGate;

  constructor(host: EngineHost, options: EngineCoreOptions) {
    this.host = host;
    this.#onFailed = options.onFailed;
    this.clock = guardClock(options.clock, this.guard);
    const now = () => this.clock.now();
    this.#warnings = new RateGate(WARNINGS_A_MINUTE / 60, WARNINGS_A_MINUTE, now);
    this.#faults = new RateGate(FAULTS_A_MINUTE / 60, FAULTS_A_MINUTE, now);
    this.utterances = new Utterances((event) => this.emit(event), this.history);
    const tools = standardTools(host, {
      webSearch: options.webSearch,
      emit: (event) => this.emit(event),
      onEnd: () => this.#scheduleEnd(),
    });
    this.tools = new ToolRunner([...tools, ...(host.tools ?? [])], {
      emit: (event) => this.emit(event),
      clock: this.clock,
      onAnswered: (call, output) => this.history.addCall(call, output),
    });
  }

  /** Whether the engine has failed or was closed; no more events are emitted. */
  get ended(): boolean {
    return this.#ended;
  }

  emit(event: EngineEvent): void {
    if (this.#ended) return;
    const isLong = event.type === 'user_transcript' && event.text.length > MAX_USER_CHARACTERS;
    this.host.emit(isLong ? { ...event, text: event.text.slice(0, MAX_USER_CHARACTERS) } : event);
  }

  /** Emits a warning, each text at most once a minute: a provider's faults repeat. `outcome`: how it was handled. */
  warn(error: string | Error, outcome?: string): void {
    this.count(error);
    const message = warningText(outcome === undefined ? error : `${messageOf(error)}; ${outcome}`);
    const last = this.#warnedAt.get(message);
    const now = this.clock.now();
    if ((last !== undefined && now - last < WARNING_PAUSE_MS) || !this.#warnings.pass()) return;
    this.#remember(message);
    this.emit({ type: 'warning', message });
  }

  /** Informs the operator, once per conversation for each message. */
  notice(message: string): void {
    if (this.#warnedAt.has(message) || !this.#warnings.pass()) return;
    this.#remember(message);
    this.emit({ type: 'notice', message });
  }

  /** Returns the model to send to the vendor. Informs the operator if it replaces one that was shut down. */
  modelToSend(offer: ProviderOffer, configured: string | undefined): string {
    const choice = { requested: this.host.plan.model, configured };
    const { model, replaces } = modelToSend(offer, choice, this.clock.wall());
    if (replaces) this.notice(`${offer.name} has shut down the model ${replaces}; ${model} is used instead`);
    this.model = model;
    return model;
  }

  /** Counts a failure of a provider. Informing the user or the operator, if necessary, is up to the caller. */
  count(error: unknown): void {
    if (error instanceof ProviderError && this.#faults.pass()) this.emit({ type: 'fault', ...error.fault });
  }

  fail(error: unknown): void {
    if (this.#ended) return;
    this.count(error);
    this.utterances.breakOff();
    this.emit({ type: 'failed', message: warningText(error) });
    this.end();
    this.#onFailed();
  }

  /** Runs a callback. An error in it ends this engine rather than the process with all its conversations. */
  readonly guard: Guard = (work) => {
    try {
      work();
    } catch (error) {
      this.fail(error);
    }
  };

  /** Ends this engine if `work`, which nobody awaits, fails. */
  failOnRejection(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.fail(error));
  }

  /** Call this when an answer is complete: a hang-up that waited for it is due. */
  answerFinished(): void {
    if (!this.#cancelEndTimer) return;
    this.#cancelEndTimer();
    this.#cancelEndTimer = undefined;
    this.emit({ type: 'end_requested' });
  }

  end(): void {
    this.#ended = true;
    this.#cancelEndTimer?.();
    this.#cancelEndTimer = undefined;
    this.tools.abort();
  }

  #remember(message: string): void {
    this.#warnedAt.delete(message);
    this.#warnedAt.set(message, this.clock.now());
    if (this.#warnedAt.size > MAX_REMEMBERED) this.#warnedAt.delete(this.#warnedAt.keys().next().value!);
  }

  #scheduleEnd(): void {
    // The farewell may follow: hang up after the answer, not before it.
    this.#cancelEndTimer ??= this.clock.after(FAREWELL_MS, () => this.answerFinished());
  }
}

function warningText(error: unknown): string {
  // A warning may quote what a provider sent, and that may be the key.
  const words = redact(messageOf(error));
  return words.length > MAX_WARNING ? `${words.slice(0, MAX_WARNING - 1)}…` : words;
}
