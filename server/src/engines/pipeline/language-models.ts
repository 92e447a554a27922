import type { Clock } from '../../lib/clock.ts';
import { ChatClient, type ChatEndpoint } from '../../providers/llm/chat-client.ts';
import { Breaker, type Patience } from '../../providers/patience.ts';
import type { ProviderError } from '../../providers/provider-error.ts';

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
    // After `rejected` the request is at fault, not the model, which is not asked the same again.
    if (error.kind !== 'rejected') {
      breaker.open(error);
      if (this.availableCount > 0) return { pauseMs: 0, isOther: true };
    }
    const { retryable, retryAfterMs } = error;
    const mayRetry = retryable && attempt <= (retryAfterMs === undefined ? 1 : MAX_WAITS);
    return mayRetry ? { pauseMs: retryAfterMs ?? RETRY_PAUSE_MS, isOther: false } : undefined;
  }

  /** Rejects with the first one's `ProviderError` where none answers. */
  async check(): Promise<void> {
    const checks = this.#models.map(({ chat }) => chat.check());
    await Promise.any(checks).catch(() => checks[0]);
  }
}
