import type { FoundPassage, ToolAnswer, ToolRequest, WorkerCommand, WorkerReport } from '@visavis/contracts';
import { withTimeout } from '../lib/timeout.ts';

type Answer = Extract<WorkerCommand, { type: 'answer' }>;
type Request = Extract<WorkerReport, { type: 'search_knowledge' | 'call_tool' }>;
/** A request before it gets its id. */
type WithoutRequestId<Q> = Q extends Request ? Omit<Q, 'requestId'> : never;

interface Pending {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

const KNOWLEDGE_TIMEOUT_MS = 10_000;
/** Time for the service itself, in addition to the tool's timeout. */
const TOOL_MARGIN_MS = 2_000;

/** The requests of a worker to the service during conversations; a worker host passes on those of its workers. */
export class ServiceRequests {
  readonly #send: (report: WorkerReport) => void;
  readonly #pending = new Map<number, Pending>();
  #count = 0;

  constructor(send: (report: WorkerReport) => void) {
    this.#send = send;
  }

  async search(conversationId: string, query: string, take: number): Promise<FoundPassage[]> {
    const request = { type: 'search_knowledge', conversationId, query, take } as const;
    return (
      (await this.#request(request, KNOWLEDGE_TIMEOUT_MS, 'the knowledge base was not searched in time'))
        .passages ?? []
    );
  }

  /** Rejects if the service does not answer, or when `signal` fires, which also cancels the call in the service. */
  async callTool(
    conversationId: string,
    request: ToolRequest,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<ToolAnswer> {
    const question = { type: 'call_tool', conversationId, ...request } as const;
    const answer = await this.#request(
      question,
      timeoutMs + TOOL_MARGIN_MS,
      'the tool did not answer in time',
      signal,
    );
    if (!answer.tool) throw new Error('the service sent no result of the tool');
    return answer.tool;
  }

  receive(answer: Answer): void {
    const pending = this.#pending.get(answer.requestId);
    this.#pending.delete(answer.requestId);
    if (answer.error) pending?.reject(new Error(answer.error));
    else pending?.resolve(answer);
  }

  async #request(
    request: WithoutRequestId<Request>,
    timeoutMs: number,
    timeoutMessage: string,
    signal?: AbortSignal,
  ): Promise<Answer> {
    signal?.throwIfAborted();
    const requestId = ++this.#count;
    let stop: (() => void) | undefined;
    const answer = new Promise<Answer>((resolve, reject) => {
      this.#pending.set(requestId, { resolve, reject });
      stop = () => reject(signal?.reason);
      signal?.addEventListener('abort', stop, { once: true });
    });
    this.#send({ ...request, requestId });
    try {
      return await withTimeout(answer, timeoutMs, timeoutMessage);
    } finally {
      if (stop) signal?.removeEventListener('abort', stop);
      // The caller no longer waits, so a missing answer is not needed any more.
      if (this.#pending.delete(requestId)) this.#send({ type: 'cancel', requestId });
    }
  }
}
