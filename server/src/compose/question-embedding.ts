import type { KnowledgeBaseEmbeddings } from '@visavis/contracts';
import type { Config } from '../config.ts';
import type { IndexedBase } from '../domain/knowledge-bases/document.ts';
import type { EmbeddingServer } from '../domain/model-servers/model-servers.ts';
import type { LoadedEmbedder } from '../knowledge/embedding/local-embedder.ts';
import { Breaker } from '../lib/breaker.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { RecentMap } from '../lib/recent-map.ts';
import type { Endpoint } from '../providers/llm/chat-client.ts';
import { embedTexts } from '../providers/llm/embedding-client.ts';
import { ProviderError } from '../providers/provider-error.ts';
import type { Database } from '../store/open-database.ts';
import { countVectors } from '../store/search/missing-vectors.ts';
import type { Embedding } from '../store/search/vector-cache.ts';
import type { Embedder, OwnServers } from './background-embedding.ts';

/** Short, because a conversation turn waits for it. A server's own limits may only shorten it. */
const QUESTION_MS = 1_000;
/** The problem that organizations see if the operator's service fails; details are not disclosed. */
const OPERATOR_PROBLEM = 'The embeddings server of the operator is temporarily unavailable.';

export interface EmbeddedQuestion {
  embedding?: Embedding;
  /** Why there is no embedding, if one was expected. */
  problem?: string;
}

/** The current source of an organization's embeddings. */
type Choice =
  | { by: 'operator'; endpoint: Endpoint }
  | { by: 'organization'; server: EmbeddingServer }
  | { by: 'local_model'; open: LoadedEmbedder }
  | { by: 'nobody' };

/** Maximum number of servers whose last result is remembered. */
const MAX_ENDPOINTS = 1_000;

interface EndpointState {
  breaker: Breaker;
  problem: string;
}

interface QuestionEmbeddingNeeds {
  db: Database['kysely'];
  operators: Config['embeddings'];
  embedder: Embedder | undefined;
  servers: () => OwnServers | undefined;
  log: Logger;
  clock?: Clock;
}

/** Embeds questions with the source of the passages' embeddings: a server or the local model. */
export class QuestionEmbedding {
  readonly #needs: QuestionEmbeddingNeeds;
  /** By organization and server version, so that a changed server is asked again; `''` is the operator's. */
  readonly #endpoints: RecentMap<string, EndpointState>;
  readonly #clock: Clock;

  constructor(needs: QuestionEmbeddingNeeds) {
    const { clock = systemClock } = needs;
    this.#needs = needs;
    this.#clock = clock;
    this.#endpoints = new RecentMap(MAX_ENDPOINTS, () => ({ breaker: new Breaker(clock), problem: '' }));
  }

  /** Returns no embedding if it takes too long: the search then uses words only, because a user is waiting. */
  async embed(organizationId: string, question: string): Promise<EmbeddedQuestion> {
    const choice = await this.#choose(organizationId);
    switch (choice.by) {
      case 'nobody':
        return {};
      case 'local_model':
        return this.#embedLocally(choice.open, question);
      case 'operator': {
        const { endpoint } = choice;
        const state = this.#endpoints.get('');
        return this.#embedRemotely(endpoint, endpoint.model, question, state, () => OPERATOR_PROBLEM);
      }
      case 'organization': {
        const { plan, vectorKey, version } = choice.server;
        const state = this.#endpoints.get(`${organizationId} ${version}`);
        return this.#embedRemotely(plan, vectorKey, question, state, ({ message }) => message);
      }
    }
  }

  async stateOf({ id, organizationId }: IndexedBase): Promise<KnowledgeBaseEmbeddings> {
    const choice = await this.#choose(organizationId);
    const { by } = choice;
    const count = (model?: string) => countVectors(this.#needs.db, id, model);
    switch (by) {
      case 'nobody': {
        const { passages } = await count();
        return { by, passages, embedded: 0 };
      }
      case 'organization': {
        const { id: modelServerId, plan, vectorKey } = choice.server;
        const { passages, embedded, problem } = await count(vectorKey);
        const isWaiting = problem !== null && embedded < passages;
        return { by, model: plan.model, modelServerId, passages, embedded, ...(isWaiting && { problem }) };
      }
      case 'local_model': {
        const { model, languages = [] } = choice.open;
        const { passages, embedded } = await count(model);
        const isLimited = languages.length > 0 && !languages.includes('*');
        return { by, model, ...(isLimited && { languages: [...languages] }), passages, embedded };
      }
      default: {
        const { model } = choice.endpoint;
        const { passages, embedded } = await count(model);
        return { by, model, passages, embedded };
      }
    }
  }

  async #choose(organizationId: string): Promise<Choice> {
    if (this.#needs.operators) return { by: 'operator', endpoint: this.#needs.operators };
    const server = await this.#needs.servers()?.forEmbeddings(organizationId);
    if (server) return { by: 'organization', server };
    const open = this.#needs.embedder?.current;
    return open ? { by: 'local_model', open } : { by: 'nobody' };
  }

  async #embedLocally(
    { model, minSimilarity, embed }: LoadedEmbedder,
    question: string,
  ): Promise<EmbeddedQuestion> {
    try {
      const vector = await embed(question, 'question', AbortSignal.timeout(QUESTION_MS));
      return { embedding: { model, vector, minSimilarity } };
    } catch (error) {
      this.#logFailure(error as Error);
      return { problem: OPERATOR_PROBLEM };
    }
  }

  async #embedRemotely(
    endpoint: Endpoint,
    model: string,
    question: string,
    state: EndpointState,
    problemOf: (error: Error) => string,
  ): Promise<EmbeddedQuestion> {
    const { breaker } = state;
    if (breaker.isOpen) return { problem: state.problem };
    const { firstMs = QUESTION_MS, wholeMs = QUESTION_MS } = endpoint.patience ?? {};
    const limitMs = Math.min(QUESTION_MS, firstMs, wholeMs);
    const patience = { firstMs: limitMs, nextMs: limitMs, wholeMs: limitMs };
    try {
      const [vector] = await embedTexts({ ...endpoint, patience }, [question], { clock: this.#clock });
      breaker.close();
      return { embedding: { model, vector: vector! } };
    } catch (error) {
      state.problem = problemOf(error as Error);
      if (error instanceof ProviderError && error.retryable) breaker.open(error);
      this.#logFailure(error as Error);
      return { problem: state.problem };
    }
  }

  #logFailure(error: Error): void {
    this.#needs.log.warn(
      { event: 'knowledge.embedding_failed', reason: error.message },
      'the service searched a knowledge base only by keywords, because the question could not be embedded',
    );
  }
}
