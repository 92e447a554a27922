import type { EndReason } from './conversation-events.ts';
import type { JoinInfo } from './source/conversation-source.ts';

/** If the connection was lost, there may be no response. */
const RESPONSE_TIMEOUT_MS = 3_000;

/**
 * Asks the service why a conversation ended: an avatar that failed or did not join cannot report it. Never rejects;
 * resolves to undefined if the service does not know, or does not respond in time.
 */
export async function readEndReason(joinInfo: JoinInfo): Promise<EndReason | undefined> {
  const reason = joinInfo.endReason().catch(() => undefined);
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, RESPONSE_TIMEOUT_MS, undefined));
  return (await Promise.race([reason, timeout])) as EndReason | undefined;
}
