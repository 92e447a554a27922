import { sleepUnlessAborted } from '../../lib/sleep-unless-aborted.ts';
import { CallTooLongError, type ChatCall, type ChatMessage } from '../../providers/llm/chat-client.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import type { EngineTool } from '../engine.ts';
import type { EngineCore } from '../engine-core.ts';
import { withContinuationRequest } from './chat-messages.ts';
import { ClauseStream } from './clause-stream.ts';
import type { LanguageModels } from './language-models.ts';
import { SpeculativeRequest } from './speculative-request.ts';

const NEXT_GIVE_UP_MS = 2_500;
const UNMARKED_THOUGHT =
  'The language model writes its reasoning into its answers without marking where it begins. Configure its server to separate the reasoning (vLLM: --reasoning-parser). Until then, answers are spoken only after the reasoning ends.';
const REFUSES_TOOLS = /tool|function|reasoning/i;

/** Sends requests to the language models of a conversation, and remembers what its model cannot do. */
export class ModelRounds {
  readonly #core: EngineCore;
  readonly #models: LanguageModels;
  readonly #splitClauses: (text: string) => string[];
  readonly #giveUpMs: number;
  /** False if the model has refused tools, or is known not to accept any. */
  toolsWork: boolean;
  #ahead: SpeculativeRequest | undefined;
  /** Whether the model writes its reasoning into its answers and marks only its end. */
  #thinksUnmarked = false;
  #lastWordsMs = Number.NEGATIVE_INFINITY;

  /** @param giveUpMs how long the user waits in silence */
  constructor(
    core: EngineCore,
    models: LanguageModels,
    splitClauses: (text: string) => string[],
    giveUpMs: number,
  ) {
    this.#core = core;
    this.#models = models;
    this.#splitClauses = splitClauses;
    this.#giveUpMs = giveUpMs;
    this.toolsWork = models.takesTools;
  }

  /** Whether words to speak have arrived in the last `ms` milliseconds. */
  hasWrittenWithin(ms: number): boolean {
    return this.#core.clock.now() - this.#lastWordsMs < ms;
  }

  /** Sends the probable next request of `run` in advance, so that its answer arrives sooner. */
  requestAhead(messages: readonly ChatMessage[], tools: readonly EngineTool[]): void {
    this.abortAhead();
    const { chat, breaker } = this.#models.current;
    const firstMs = this.#models.firstMsOf(this.#giveUpMs);
    if (!breaker.isOpen) this.#ahead = new SpeculativeRequest(chat, messages, tools, firstMs);
  }

  abortAhead(): void {
    this.#ahead?.abort();
    this.#ahead = undefined;
  }

  /**
   * Sends one request to the model. If its answer breaks off, the model or its fallback is asked to continue.
   *
   * @param onClause receives each clause as soon as it is written
   * @throws ProviderError if no model answers in time
   */
  async run(
    messages: ChatMessage[],
    tools: readonly EngineTool[],
    onClause: (clause: string) => void,
    signal: AbortSignal,
  ): Promise<{ text: string; calls: ChatCall[] }> {
    const { clock } = this.#core;
    let offered = tools;
    /** The clauses that have been sent to the voice. */
    const spokenClauses: string[] = [];
    let quietSinceMs = clock.now();
    // If no model is left, the user has just waited in vain, so the next question waits less. A model on this machine
    // that failed was slow, or is being restarted, and three failures end the conversation.
    const isPatient = this.#models.availableCount > 0 || this.#models.isLocal;
    let giveUpMs = isPatient ? this.#giveUpMs : Math.min(this.#giveUpMs, NEXT_GIVE_UP_MS);
    for (let attempt = 1; ; ) {
      const { chat, breaker } = this.#models.current;
      const leftMs = () => quietSinceMs + giveUpMs - clock.now();
      const clauses = new ClauseStream(this.#splitClauses, this.#thinksUnmarked);
      const say = (clause: string) => {
        spokenClauses.push(clause);
        onClause(clause);
      };
      let text = spokenClauses.map((clause) => `${clause} `).join('');
      let calls: ChatCall[] = [];
      try {
        const firstMs = this.#models.firstMsOf(leftMs());
        const request = withContinuationRequest(messages, text);
        const ahead = this.#ahead?.accept(chat, request, offered, signal);
        this.#ahead = undefined;
        for await (const event of ahead ?? chat.stream(request, offered, signal, firstMs)) {
          quietSinceMs = clock.now();
          giveUpMs = this.#giveUpMs;
          if (event.type === 'calls') {
            calls = event.calls;
            continue;
          }
          text += event.text;
          for (const clause of clauses.push(event.text)) say(clause);
          if (spokenClauses.length > 0 || clauses.holdsWords) this.#lastWordsMs = clock.now();
          if (clauses.hasUnmarkedThought && !this.#thinksUnmarked) {
            this.#thinksUnmarked = true;
            this.#core.notice(UNMARKED_THOUGHT);
          }
          if (!clauses.isFull) continue;
          this.#core.warn('The answer of the language model was too long and was cut off');
          break;
        }
        for (const clause of clauses.flush()) say(clause);
        breaker.close();
        return { text, calls };
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof ProviderError)) throw error;
        const isCallTooLong = error instanceof CallTooLongError;
        const refusesTools = isCallTooLong || (error.kind === 'rejected' && REFUSES_TOOLS.test(error.detail));
        if (offered.length > 0 && refusesTools) {
          if (!isCallTooLong) {
            if (chat.stopReasoning()) continue;
            chat.restoreReasoning();
            this.toolsWork = false;
          }
          this.#core.warn(
            error,
            `${isCallTooLong ? 'this answer continues' : 'the conversation continues'} without tools`,
          );
          offered = [];
          continue;
        }
        const next = this.#models.afterFailure(error, breaker, attempt);
        if (!next || leftMs() <= next.pauseMs) throw error;
        attempt++;
        if (text !== '') this.#core.warn(error, 'the rest of the answer is requested');
        else {
          this.#core.count(error);
          if (next.isOther) this.#core.notice(`${error.message}; the fallback model is asked instead`);
        }
        await sleepUnlessAborted(clock, next.pauseMs, signal);
        signal.throwIfAborted();
      }
    }
  }
}
