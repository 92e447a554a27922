import type { FoundPassage, ToolAnswer, ToolRequest, WorkerCommand, WorkerReport } from '@visavis/contracts';
import type { Logger } from '../lib/logger.ts';

type SearchKnowledge = Extract<WorkerReport, { type: 'search_knowledge' }>;
type CallTool = Extract<WorkerReport, { type: 'call_tool' }>;

export interface WorkerServices {
  searchKnowledge: (conversationId: string, query: string, take: number) => Promise<FoundPassage[]>;
  /** Rejects when `signal` fires. Absent if there are no tools. */
  callTool?: (conversationId: string, request: ToolRequest, signal: AbortSignal) => Promise<ToolAnswer>;
}

type Answer = Extract<WorkerCommand, { type: 'answer' }>;

/** Handles the requests of one worker. */
export class WorkerRequestHandler {
  readonly #services: WorkerServices;
  readonly #send: (answer: Answer) => void;
  readonly #log: Logger;
  readonly #toolCalls = new Map<number, AbortController>();

  constructor(services: WorkerServices, send: (answer: Answer) => void, log: Logger) {
    this.#services = services;
    this.#send = send;
    this.#log = log;
  }

  async search({ requestId, conversationId, query, take }: SearchKnowledge): Promise<void> {
    try {
      const passages = await this.#services.searchKnowledge(conversationId, query, take);
      this.#send({ type: 'answer', requestId, passages });
    } catch (error) {
      this.#log.error(
        { event: 'knowledge.search_failed', err: error, conversationId },
        'the service could not search a knowledge base',
      );
      this.#send({ type: 'answer', requestId, error: 'the knowledge base could not be searched' });
    }
  }

  async call(question: CallTool): Promise<void> {
    const { type: _, requestId, conversationId, ...request } = question;
    const abort = new AbortController();
    this.#toolCalls.set(requestId, abort);
    try {
      if (!this.#services.callTool) throw new Error('this service has no tools');
      const tool = await this.#services.callTool(conversationId, request, abort.signal);
      this.#send({ type: 'answer', requestId, tool });
    } catch (error) {
      if (abort.signal.aborted) return;
      this.#log.error(
        { event: 'tool.not_answered', err: error, conversationId, toolId: request.toolId },
        'the service failed to call a tool for a worker',
      );
      this.#send({ type: 'answer', requestId, error: 'the call failed' });
    } finally {
      this.#toolCalls.delete(requestId);
    }
  }

  cancel(requestId: number): void {
    this.#toolCalls.get(requestId)?.abort();
  }

  cancelAll(): void {
    for (const abort of this.#toolCalls.values()) abort.abort();
  }
}
