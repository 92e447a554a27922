import type { EndReason } from '@visavis/contracts';
import type { Logger } from '../../lib/logger.ts';
import type { Dispatcher } from './live-ports.ts';

/**
 * Tells the worker of a conversation that has ended. Never rejects: the ending stands, and a worker that cannot be told
 * now is told at its next heartbeat.
 */
export async function tellWorker(
  { dispatcher, logger }: { dispatcher: Dispatcher; logger: Logger },
  conversationId: string,
  reason: EndReason,
): Promise<void> {
  try {
    await dispatcher.stop(conversationId, reason);
  } catch (err) {
    logger.warn({ err, conversationId }, 'a worker could not be told to stop');
  }
}
