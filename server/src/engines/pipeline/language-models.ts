import type { Clock } from '../../lib/clock.ts';
import { ChatClient, type ChatEndpoint } from '../../providers/llm/chat-client.ts';
import { Breaker, type Patience } from '../../providers/patience.ts';
import { ProviderError } from '../../providers/provider-error.ts';

const RETRY_PAUSE_MS = 500;
/** Where a server asks for pauses (`Retry-After`); other failures are retried once. */
const MAX_WAITS = 3;

/** A server of a language model, for all conversations of the process. */
export interface ModelServer {
  endpoint: ChatEndpoint;
  breaker: Breaker;
}

export const modelServers = (
  endpoints: readonly (ChatEndpoint | undefined)[],
  clock: Clock,
): readonly ModelServer[] =>
  endpoints
    .flatMap((endpoint) => endpoint ?? [])
    .map((endpoint) => ({ endpoint, breaker: new Breaker(clock) }));

/** The models of one conversation: each answers where those before it fail. */
export class LanguageModels {
  readonly #patience: Patience;
  readonly #models: readonly { chat: ChatClient; breaker: Breaker }[];

  constructor(
    servers: readonly ModelServer[],
    patience: Patience,
    clock: Clock,
    onMalformed: (why: string) => void,
  ) {
    this.#patience = patience;
    this.#models = servers.map(({ endpoint, breaker }) => ({
      chat: new ChatClient(endpoint, patience, clock, onMalformed),
      breaker,
    }));
  }

  /** The first that has not just failed; where all have, the first. */
  get current(): { chat: ChatClient; breaker: Breaker } {
    return this.#models.find(({ breaker }) => !breaker.isOpen) ?? this.#models[0]!;
  }

  /** Whether the first runs on this machine. */
  get isLocal(): boolean {
    return this.#models[0]!.chat.isLocal;
  }

  /** Whether the first model accepts tools, as far as is known before a request. */
  get takesTools(): boolean {
    return this.#models[0]!.chat.takesTools;
  }

  /** How many models have not just failed. */
  get availableCount(): number {
    return this.#models.filter(({ breaker }) => !breaker.isOpen).length;
  }

  /** How long the first word of the next model may take, where the user waits `remainingMs` more for all of them together. */
  firstMsOf(remainingMs: number): number {
    return Math.min(this.#patience.firstMs, remainingMs / Math.max(1, this.availableCount));
  }

  /** Who is asked next after a failure: another model at once, or the same one after a pause; nobody where it is hopeless. */
  afterFailure(
    error: ProviderError,
    breaker: Breaker,
    attempt: number,
  ): { pauseMs: number; isOther: boolean } | undefined {
    // After `rejected` the request is at fault, not the model, which is not asked the same again; unless there is no such model.
    if (error.kind !== 'rejected' || error.isLasting) {
      breaker.open(error);
      if (this.availableCount > 0) return { pauseMs: 0, isOther: true };
    }
    const { retryable, retryAfterMs } = error;
    const mayRetry = retryable && attempt <= (retryAfterMs === undefined ? 1 : MAX_WAITS);
    return mayRetry ? { pauseMs: retryAfterMs ?? RETRY_PAUSE_MS, isOther: false } : undefined;
  }

  /**
   * Asks each model's server whether it is there, so that none that is silent is waited for again. Rejects with the abort's reason.
   *
   * @returns why the others are not there, and whether one is
   */
  async check(signal: AbortSignal): Promise<{ away: ProviderError[]; isOneThere: boolean }> {
    const away: ProviderError[] = [];
    await Promise.all(
      this.#models.map(async ({ chat, breaker }) => {
        try {
          await chat.check(signal);
        } catch (error) {
          if (!(error instanceof ProviderError)) throw error;
          away.push(error);
          // A key that may not list models may be good for questions.
          if (error.retryable) breaker.open(error);
        }
      }),
    );
    return { away, isOneThere: away.length < this.#models.length };
  }
}
