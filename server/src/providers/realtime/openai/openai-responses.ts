import { randomUUID } from 'node:crypto';
import type { EngineCore } from '../../../engines/engine-core.ts';
import { MAX_CALLS_AN_ANSWER } from '../../../engines/tools/tool-runner.ts';
import type { JsonObject } from '../../../lib/json-reader.ts';
import { textAt } from '../../../lib/json-reader.ts';
import type { ProviderError } from '../../provider-error.ts';
import type { ProviderSession } from '../session/provider-session.ts';
import type { OpenAiFault } from './openai-errors.ts';
import { functionOutput } from './openai-messages.ts';

interface ResponsesOptions {
  core: EngineCore;
  instructions: () => string;
  session: Pick<ProviderSession, 'send' | 'asked' | 'paused' | 'postpone' | 'isPostponed'>;
  isUserSpeaking: () => boolean;
  refused: (fault: OpenAiFault) => ProviderError;
}

/** A request for a response; without instructions, a normal answer. */
interface Request {
  instructions?: string;
  /** Set after too many rounds in which the model only called tools: it gets none. */
  withoutTools?: boolean;
}

/** Maximum consecutive responses that consist only of tool calls. */
const MAX_SILENT_ROUNDS = 6;
/** Maximum consecutive rate limits; the engine waits for each as long as it demands. */
const MAX_PAUSES = 6;

/**
 * Allows one response at a time: the API refuses a second one, and with its own turn detection it may begin one at any
 * moment. Requests wait for their turn; one that lost the race is repeated when the other response is done.
 */
export class OpenAiResponses {
  readonly #options: ResponsesOptions;
  readonly #waiting: Request[] = [];
  /** The request that was sent and for which no response was created yet. */
  #asked: { eventId: string; request: Request } | undefined;
  /** The request that the current response answers, unless the server began it by itself. */
  #answered: { eventId: string; request: Request } | undefined;
  #activeId: string | undefined;
  /** Whether the user interrupted, so that the provider has ended the response by itself. */
  #brokenInto = false;
  #cancelled = false;
  #spoke = false;
  #spokeToTheEnd = false;
  readonly #calls = new Set<string>();
  #callsWaiting = 0;
  #followUp = false;
  #failures = 0;
  /** Consecutive rate limits that were waited for. */
  #pauses = 0;
  #silentRounds = 0;

  constructor(options: ResponsesOptions) {
    this.#options = options;
  }

  /** Whether a response was requested or is in progress, or a tool runs. */
  get inProgress(): boolean {
    return this.#asked !== undefined || this.#activeId !== undefined || this.#callsWaiting > 0;
  }

  /** Whether more will follow than the report that the response has ended. */
  get unfinished(): boolean {
    const onlyEndMissing = this.#spokeToTheEnd && !this.#asked && this.#callsWaiting === 0 && !this.#followUp;
    return this.inProgress && !onlyEndMissing;
  }

  get busy(): boolean {
    return this.inProgress || this.#waiting.length > 0 || this.#options.session.isPostponed;
  }

  /** Whether the latest response was cancelled: the rest of it must not be played, and it is not requested again. */
  get cancelled(): boolean {
    return this.#cancelled;
  }

  ask(request: Request = {}): void {
    // One response answers two plain requests.
    const plain = request.instructions === undefined;
    if (plain && this.#waiting.some((waiting) => waiting.instructions === undefined)) return;
    this.#waiting.push(request);
    this.askPending();
  }

  askPending(): void {
    if (this.#asked || this.#activeId !== undefined || this.#options.session.isPostponed) return;
    const request = this.#waiting[0];
    if (!request) return;
    const eventId = `evt_${randomUUID()}`;
    const sent = this.#options.session.send({
      type: 'response.create',
      event_id: eventId,
      ...this.#describe(request),
    });
    if (!sent) return;
    this.#waiting.shift();
    this.#asked = { eventId, request };
    this.#cancelled = false;
    this.#options.session.asked();
  }

  created(responseId: string): void {
    if (this.#asked === undefined) this.#cancelled = false;
    this.#answered = this.#asked;
    this.#asked = undefined;
    this.#activeId = responseId;
    this.#brokenInto = false;
    this.#spoke = false;
    this.#spokeToTheEnd = false;
    this.#followUp = false;
  }

  /** The current response contains words, not only tool calls. */
  spoke(): void {
    this.#spoke = true;
  }

  /** All words of the current response have arrived. */
  spokeToTheEnd(): void {
    this.#spokeToTheEnd = true;
  }

  /** The provider's turn detection ends the response by itself. */
  userBrokeIn(): void {
    this.#brokenInto = true;
    this.#waiting.length = 0;
  }

  cancel(): void {
    this.#options.core.tools.interrupt();
    this.#waiting.length = 0;
    this.#followUp = false;
    if (this.#asked === undefined && this.#activeId === undefined) return;
    this.#cancelled = true;
    // The provider reports a late cancellation as an error.
    if (!this.#brokenInto || this.#asked !== undefined)
      this.#options.session.send({ type: 'response.cancel' });
    // Wait for the response's end: the next request is sent after it.
    this.#options.session.asked();
  }

  /** Returns true if the error refers to a request of this class, which is then repeated later. */
  refusedCreate(code: string, eventId: string | undefined): boolean {
    if (code !== 'conversation_already_has_active_response') return false;
    const asked = this.#asked ?? this.#answered;
    if (asked && (eventId === undefined || eventId === asked.eventId)) {
      this.#asked = undefined;
      this.#answered = undefined;
      this.#waiting.unshift(asked.request);
    }
    return true;
  }

  call(callId: string, name: string, args: string): void {
    if (this.#calls.has(callId)) return;
    if (this.#calls.size === MAX_CALLS_AN_ANSWER) {
      this.#options.core.warn('OpenAI sent too many tool calls in one answer');
      return;
    }
    this.#calls.add(callId);
    this.#callsWaiting++;
    const run = async () => {
      const outcome = await this.#options.core.tools.call(callId, name, args);
      if (!this.#calls.has(callId)) return;
      this.#callsWaiting--;
      if (!outcome) return;
      this.#options.session.send(functionOutput(callId, outcome.output));
      // After a silent tool the model speaks again only if it has not spoken yet: the user must not wait in silence.
      if (!outcome.cancelled && (!outcome.silent || !this.#spoke)) this.#followUp = true;
      this.#goOn();
    };
    this.#options.core.failOnRejection(run());
  }

  done(response: { status: string; error: JsonObject | undefined; reason: string }): void {
    this.#activeId = undefined;
    const request = this.#answered?.request ?? {};
    this.#answered = undefined;
    this.#options.core.utterances.finishAll();
    if (response.status === 'failed') {
      this.#onFailed(response.error, request);
      return;
    }
    this.#failures = 0;
    this.#pauses = 0;
    if (response.status === 'incomplete') {
      this.#options.core.warn(`OpenAI ended an answer early: ${response.reason || 'no reason given'}`);
    }
    if (response.status === 'cancelled') this.#followUp = false;
    this.#goOn();
  }

  /** The connection is lost, and everything in progress with it. */
  reset(): void {
    this.#asked = undefined;
    this.#answered = undefined;
    this.#activeId = undefined;
    this.#calls.clear();
    this.#callsWaiting = 0;
    this.#followUp = false;
    this.#options.core.tools.abort();
  }

  #goOn(): void {
    if (this.#activeId !== undefined || this.#callsWaiting > 0) return;
    this.#calls.clear();
    const followUp = this.#followUp;
    this.#followUp = false;
    this.#silentRounds = followUp && !this.#spoke ? this.#silentRounds + 1 : 0;
    // While the user speaks, nothing is requested: the answer to their words will use the results.
    if (followUp && !this.#options.isUserSpeaking()) {
      this.ask(this.#silentRounds < MAX_SILENT_ROUNDS ? {} : { withoutTools: true });
    } else this.askPending();
    if (this.busy) return;
    if (!this.#spoke) this.#options.core.emit({ type: 'unanswered' });
    this.#options.core.answerFinished();
    this.#options.session.paused();
  }

  #onFailed(failure: JsonObject | undefined, request: Request): void {
    const [code, type, message] = ['code', 'type', 'message'].map((name) => textAt(failure, name) ?? '');
    const error = this.#options.refused({
      code: code!,
      type: type!,
      message: message || 'the answer failed',
    });
    if (error.kind === 'auth' || error.kind === 'quota') {
      this.#options.core.fail(error);
      return;
    }
    // A rate limit is not a failed attempt: it ends by itself.
    if (error.retryAfterMs !== undefined && ++this.#pauses <= MAX_PAUSES) {
      const pauseMs = error.retryAfterMs;
      this.#options.core.count(error);
      this.#options.core.warn(
        `${error.message}; the next attempt follows in ${Math.ceil(pauseMs / 100) / 10} s`,
      );
      this.#waiting.unshift(request);
      this.#options.session.postpone(pauseMs, () => this.askPending());
      return;
    }
    if (++this.#failures > 1) {
      this.#options.core.fail(error);
      return;
    }
    this.#options.core.count(error);
    this.#options.core.warn(`${error.message}; asking again`);
    this.ask(request);
  }

  #describe({ instructions, withoutTools }: Request): object {
    if (withoutTools) return { response: { tool_choice: 'none' } };
    if (instructions === undefined) return {};
    // Instructions of a response replace those of the session, so these are repeated to keep the answer in character.
    return { response: { instructions: `${this.#options.instructions()}\n\n${instructions}` } };
  }
}
