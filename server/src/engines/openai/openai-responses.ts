import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../lib/json-reader.ts';
import { textAt } from '../../lib/json-reader.ts';
import type { EngineCore } from '../engine-core.ts';
import type { ProviderError } from '../provider-error.ts';
import type { ProviderSession } from '../session/provider-session.ts';
import type { OpenAiFault } from './openai-errors.ts';
import { functionOutput } from './openai-messages.ts';

interface ResponsesOptions {
  core: EngineCore;
  /** Those of the session. */
  instructions: () => string;
  session: Pick<ProviderSession, 'send' | 'asked' | 'paused' | 'postpone' | 'isPostponed'>;
  isUserSpeaking: () => boolean;
  refused: (fault: OpenAiFault) => ProviderError;
}

/** What to say to the model with a request; empty for "answer". */
interface Request {
  instructions?: string;
  /** Calls of tools have led to nothing but more of them. */
  withoutTools?: boolean;
}

/** Answers in a row that may be calls and no words. */
const MAX_SILENT_ROUNDS = 6;
/** Rate limits in a row, each waited for as long as it says. */
const MAX_PAUSES = 6;

/**
 * One response at a time: the API refuses a second one, and with its own turn detection it may begin one at any
 * moment. Requests wait for their turn; one that lost the race is repeated when the other response is done.
 */
export class OpenAiResponses {
  readonly #options: ResponsesOptions;
  readonly #waiting: Request[] = [];
  /** The response that we asked for and that is not created yet. */
  #asked: { eventId: string; request: Request } | undefined;
  /** The request that the present response answers, unless the server began it by itself. */
  #answered: { eventId: string; request: Request } | undefined;
  #activeId: string | undefined;
  /** The user's voice has ended it at the provider already. */
  #brokenInto = false;
  #cancelled = false;
  #spoke = false;
  #spokeToTheEnd = false;
  readonly #calls = new Set<string>();
  #callsWaiting = 0;
  #followUp = false;
  #failures = 0;
  /** Present while a rate limit is waited for. */
  #pauses = 0;
  #silentRounds = 0;

  constructor(options: ResponsesOptions) {
    this.#options = options;
  }

  /** Something has been begun that is not at its end. */
  get underWay(): boolean {
    return this.#asked !== undefined || this.#activeId !== undefined || this.#callsWaiting > 0;
  }

  /** Under way, and more of it than the news of its end is still to come. */
  get unfinished(): boolean {
    const onlyEndMissing = this.#spokeToTheEnd && !this.#asked && this.#callsWaiting === 0 && !this.#followUp;
    return this.underWay && !onlyEndMissing;
  }

  get busy(): boolean {
    return this.underWay || this.#waiting.length > 0 || this.#options.session.isPostponed;
  }

  /** We called the present response off: what still comes of it is not to be heard. */
  get cancelled(): boolean {
    return this.#cancelled;
  }

  ask(request: Request = {}): void {
    // Two plain requests are answered by one response.
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

  /** The present response has words of its own. */
  spoke(): void {
    this.#spoke = true;
  }

  /** All the words of the present response have come. */
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
    // A cancel that comes too late is an error at the provider.
    if (!this.#brokenInto || this.#asked !== undefined)
      this.#options.session.send({ type: 'response.cancel' });
  }

  /** True when the error was about our request: it is made again later. */
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
    this.#calls.add(callId);
    this.#callsWaiting++;
    const run = async () => {
      const outcome = await this.#options.core.tools.call(callId, name, args);
      if (!this.#calls.has(callId)) return;
      this.#callsWaiting--;
      if (!outcome) return;
      this.#options.session.send(functionOutput(callId, outcome.output));
      // A gesture beside spoken words needs no second answer; alone, it would leave the user in silence.
      if (!outcome.cancelled && (!outcome.silent || !this.#spoke)) this.#followUp = true;
      this.#goOn();
    };
    void run();
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
      this.#options.core.warn(`OpenAI broke an answer off: ${response.reason || 'no reason given'}`);
    }
    if (response.status === 'cancelled') this.#followUp = false;
    this.#goOn();
  }

  /** The connection is gone, and with it whatever was under way. */
  reset(): void {
    this.#asked = undefined;
    this.#answered = undefined;
    this.#activeId = undefined;
    this.#calls.clear();
    this.#callsWaiting = 0;
    this.#followUp = false;
    this.#cancelled = false;
    this.#options.core.tools.abort();
  }

  #goOn(): void {
    if (this.#activeId !== undefined || this.#callsWaiting > 0) return;
    this.#calls.clear();
    const followUp = this.#followUp;
    this.#followUp = false;
    this.#silentRounds = followUp && !this.#spoke ? this.#silentRounds + 1 : 0;
    // While the user speaks, the answer to come will know the results.
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
    // Several in a row are no fault of the provider's.
    if (error.retryAfterMs !== undefined && ++this.#pauses <= MAX_PAUSES) {
      const pauseMs = error.retryAfterMs;
      this.#options.core.count(error);
      this.#options.core.warn(`${error.message}; asking again in ${Math.ceil(pauseMs / 100) / 10} s`);
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
    // Instructions of a response replace those of the session: without repeating these, the answer would be out of character.
    return { response: { instructions: `${this.#options.instructions()}\n\n${instructions}` } };
  }
}
