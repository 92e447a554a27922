import { type Attributes, type Context, context, type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import type { ConversationEvent, ConversationPlan } from '@visavis/contracts';
import { REMOTE_ENGINE } from '@visavis/contracts';
import { readTurn } from '../domain/conversations/conversation-metrics.ts';
import type { Dispatcher } from '../domain/conversations/live-ports.ts';

/** Timeline events shown in a trace, without their texts. */
const SHOWN = new Set<string>([
  'avatar_joined',
  'consumer_joined',
  'first_frame',
  'interruption',
  'warning',
  'error',
]);
/** End reasons that count as failures. */
const FAILURES = new Set<string>(['provider_error', 'avatar_error', 'host_unreachable', 'crashed']);

interface OpenTrace {
  span: Span;
  within: Context;
  engine: string;
}

/**
 * Traces of the conversations whose workers report to this process: one span per conversation, which is part of the
 * request that started it, with child spans for each turn, tool call and search. Spans contain nothing that was said,
 * and nothing about people.
 */
export class ConversationTraces {
  readonly #open = new Map<string, OpenTrace>();

  /** Returns the same dispatcher with traces: each conversation gets one, within the request that starts it. */
  follow(dispatcher: Dispatcher): Dispatcher {
    return {
      ...dispatcher,
      start: async (plan) => {
        this.#begin(plan);
        try {
          await dispatcher.start(plan);
        } catch (error) {
          this.#end(plan.conversationId, 'not started', true);
          throw error;
        }
      },
    };
  }

  #begin({ conversationId, organizationId, mode, engine }: ConversationPlan): void {
    const name = engine?.name ?? REMOTE_ENGINE;
    const span = tracer().startSpan('conversation', {
      attributes: {
        'visavis.conversation.id': conversationId,
        'visavis.organization.id': organizationId,
        'visavis.conversation.mode': mode,
        'visavis.engine': name,
        ...(engine?.model && { 'gen_ai.request.model': engine.model }),
      },
    });
    if (!span.isRecording()) return;
    this.#open.set(conversationId, { span, within: trace.setSpan(context.active(), span), engine: name });
  }

  report(conversationId: string, event: ConversationEvent): void {
    const open = this.#open.get(conversationId);
    if (!open) return;
    if (event.kind === 'ended') this.#end(conversationId, event.reason, FAILURES.has(event.reason), event.at);
    else if (event.kind === 'timeline' && event.type === 'turn') addTurn(open, event.content);
    else if (event.kind === 'timeline' && SHOWN.has(event.type)) open.span.addEvent(event.type, event.at);
  }

  /** Runs this as a part of the conversation, in a span of its own. */
  async part<T>(
    conversationId: string,
    name: string,
    attributes: Attributes,
    run: () => Promise<T>,
  ): Promise<T> {
    const open = this.#open.get(conversationId);
    if (!open) return run();
    return tracer().startActiveSpan(name, { attributes }, open.within, async (span) => {
      try {
        return await run();
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    });
  }

  #end(conversationId: string, reason: string, isFailure: boolean, at?: number): void {
    const open = this.#open.get(conversationId);
    if (!open) return;
    this.#open.delete(conversationId);
    open.span.setAttribute('visavis.conversation.end_reason', reason);
    if (isFailure) open.span.setStatus({ code: SpanStatusCode.ERROR, message: reason });
    open.span.end(at);
  }
}

/** A turn is reported when it is over, so the spans of its two parts are created from the measured times. */
function addTurn({ within, engine }: OpenTrace, content: string): void {
  const turn = readTurn(content);
  if (turn?.userEndedAt === undefined) return;
  const { userEndedAt: from, engineMs, latencyMs } = turn;
  const span = tracer().startSpan(
    'turn',
    { startTime: from, attributes: { 'visavis.engine': engine } },
    within,
  );
  const inTurn = trace.setSpan(within, span);
  tracer()
    .startSpan(`engine ${engine}`, { startTime: from }, inTurn)
    .end(from + engineMs);
  tracer()
    .startSpan('playout', { startTime: from + engineMs }, inTurn)
    .end(from + latencyMs);
  span.end(from + latencyMs);
}

function tracer() {
  return trace.getTracer('visavis');
}
