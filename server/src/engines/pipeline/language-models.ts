import type { Breaker } from '../../lib/breaker.ts';
import type { Clock } from '../../lib/clock.ts';
import { ChatClient, type ChatEndpoint } from '../../providers/llm/chat-client.ts';
import type { Patience } from '../../providers/patience.ts';
import { ProviderError } from '../../providers/provider-error.ts';

const RETRY_PAUSE_MS = 500;
/** Maximum retries if a server asks for pauses (`Retry-After`); other failures are retried once. */
const MAX_REQUESTED_PAUSES = 3;

/** A server of a language model, and what all conversations of the process remember of it. */
export interface ModelServer {
  endpoint: ChatEndpoint;
  breaker: Breaker;
}

interface Model {
  chat: ChatClient;
  breaker: Breaker;
  /** How long its first word may take. */
  firstMs: number;
}

/** The models of one conversation: each one replaces those before it if they fail. */
export class LanguageModels {
  readonly #models: readonly Model[];

  constructor(
    servers: readonly ModelServer[],
    patience: Patience,
    clock: Clock,
    onMalformed: (why: string) => void,
  ) {
    this.#models = servers.map(({ endpoint, breaker }) => ({
      chat: new ChatClient(endpoint, patience, clock, onMalformed),
      breaker,
      firstMs: endpoint.patience?.firstMs ?? patience.firstMs,
    }));
  }

  /** The first model that has not just failed, or the first one if all have. */
  get current(): Model {
    return this.#models.find(({ breaker }) => !breaker.isOpen) ?? this.#models[0]!;
  }

  /** Whether the first model runs on this machine. */
  get isLocal(): boolean {
    return this.#models[0]!.chat.isLocal;
  }

  /** Whether the first model accepts tools, as far as is known before a request. */
  get takesTools(): boolean {
    return this.#models[0]!.chat.takesTools;
  }

  /** Number of models that have not just failed. */
  get availableCount(): number {
    return this.#models.filter(({ breaker }) => !breaker.isOpen).length;
  }

  /** How long the current model's first word may take, if the user waits `remainingMs` for all of them together. */
  firstMsOf(remainingMs: number): number {
    return Math.min(this.current.firstMs, remainingMs / Math.max(1, this.availableCount));
  }

  /** What to try after a failure: another model at once, or the same one after a pause; `undefined`: nothing. */
  afterFailure(
    error: ProviderError,
    breaker: Breaker,
    attempt: number,
  ): { pauseMs: number; isOther: boolean } | undefined {
    // After `rejected` the request is at fault, not the model, unless there is no such model. It is not sent again.
    if (error.kind !== 'rejected' || error.isLasting) {
      breaker.open(error);
      if (this.availableCount > 0) return { pauseMs: 0, isOther: true };
    }
    const { retryable, retryAfterMs } = error;
    const mayRetry = retryable && attempt <= (retryAfterMs === undefined ? 1 : MAX_REQUESTED_PAUSES);
    return mayRetry ? { pauseMs: retryAfterMs ?? RETRY_PAUSE_MS, isOther: false } : undefined;
  }

  /**
   * Checks whether each model's server is reachable, so that no request waits for a silent one. Rejects with the
   * abort's reason.
   * @returns the failures, and whether a server is reachable
   */
  async check(signal: AbortSignal): Promise<{ unreachable: ProviderError[]; isAnyReachable: boolean }> {
    const unreachable: ProviderError[] = [];
    await Promise.all(
      this.#models.map(async ({ chat, breaker }) => {
        try {
          await chat.check(signal);
        } catch (error) {
          if (!(error instanceof ProviderError)) throw error;
          unreachable.push(error);
          // A key that may not list models may still be valid for questions.
          if (error.retryable) breaker.open(error);
        }
      }),
    );
    return { unreachable, isAnyReachable: unreachable.length < this.#models.length };
  }
}
