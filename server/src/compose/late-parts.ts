import type { WorkerPoolOptions } from '../dispatch/pool-contract.ts';
import type { WaitingAvatars } from '../dispatch/waiting-avatars.ts';
import type { Services } from '../domain/services.ts';
import type { Logger } from '../lib/logger.ts';
import type { ConversationTraces } from '../tracing/conversation-traces.ts';
import type { ComposedKnowledge } from './knowledge.ts';

/**
 * Parts that are composed after the workers that call them. The workers open first, because they take longest; they
 * call only once there are conversations, when all of these parts exist.
 */
export interface LateParts {
  services?: Services;
  knowledge?: Pick<ComposedKnowledge, 'searchFor'>;
  /** Remains absent if no avatars wait in advance. */
  waiting?: WaitingAvatars;
}

/** Handles the reports and requests of the workers. */
export type WorkerCallbacks = Pick<
  WorkerPoolOptions,
  'onEvent' | 'onWaiting' | 'onAlive' | 'searchKnowledge' | 'callTool'
>;

/** @param late read at every call */
export function workerCallbacks(late: LateParts, traces: ConversationTraces): WorkerCallbacks {
  return {
    onEvent: async (conversationId, event) => {
      traces.report(conversationId, event);
      await late.services?.conversationEvents.apply(conversationId, event);
    },
    onWaiting: (conversationId, present) => late.waiting?.report(conversationId, present),
    onAlive: async (conversationIds) => late.services?.reaper.touch(conversationIds),
    searchKnowledge: (conversationId, query, take) =>
      traces.part(conversationId, 'search knowledge', {}, async () =>
        late.knowledge ? late.knowledge.searchFor(conversationId, query, take) : [],
      ),
    callTool: (conversationId, request, signal) =>
      traces.part(conversationId, 'call tool', { 'visavis.tool.id': request.toolId }, async () => {
        if (!late.services) throw new Error('the service is starting');
        return late.services.toolCalls.call(conversationId, request, signal);
      }),
  };
}

/** Adds a warning to this process's conversations that the room server crashed. Never rejects. */
export async function warnOfRoomCrash(
  late: LateParts,
  serviceInstanceId: string,
  log: Logger,
): Promise<void> {
  const warning = 'The room server was restarted; all participants reconnect.';
  await late.services?.conversations
    .warnInServiceRooms(serviceInstanceId, warning)
    .catch((error: unknown) =>
      log.error(
        { event: 'conversation.crash_not_told', err: error },
        'the service could not notify its conversations that the room server crashed',
      ),
    );
}
