import type { EndReason } from '@visavis/contracts';
import type { Logger } from '../../lib/logger.ts';
import type { Dispatcher } from './live-ports.ts';

/**
 * Notifies the worker that its conversation has ended. Never rejects: the conversation has already ended, and a worker
 * that cannot be reached now is notified at its next heartbeat.
 */
export async function notifyWorker(
  { dispatcher, logger }: { dispatcher: Dispatcher; logger: Logger },
  conversationId: string,
  reason: EndReason,
): Promise<void> {
  try {
    await dispatcher.stop(conversationId, reason);
  } catch (err) {
    logger.warn(
      { event: 'worker.not_notified', err, conversationId },
      'the service could not notify a worker that its conversation has ended',
    );
  }
}
