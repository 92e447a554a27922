import type { EndReason } from './conversation-events.ts';
import type { JoinInfo } from './source/conversation-source.ts';

/** Maximum wait for the answer: if the connection was lost, there may be none. */
const ANSWER_MS = 3_000;

/**
 * Asks the service why a conversation ended: an avatar that failed or has not arrived cannot say so. Never rejects; resolves to undefined if the service does not know or does not answer in time.
 */
export async function readRecordedReason(joinInfo: JoinInfo): Promise<EndReason | undefined> {
  const reason = joinInfo.endReason().catch(() => undefined);
  const none = new Promise<undefined>((resolve) => setTimeout(resolve, ANSWER_MS, undefined));
  return (await Promise.race([reason, none])) as EndReason | undefined;
}
