/** The fields of a conversation that the verdict reads. */
export interface EndedConversation {
  id: string;
  status: string;
  endReason?: string | null | undefined;
  /** ISO 8601. */
  startedAt: string;
  endedAt?: string | null | undefined;
}

/** A crashed conversation ended at its last heartbeat, which may be this much before the kill that ended it. */
const BEFORE_KILL_MS = 20_000;
/** An end that a running service wrote comes after the kill; both times are of the same clock. */
const AFTER_KILL_MS = 10_000;

/** Conversations that ended as `crashed` although no process that they ran in was killed: the reason is false. */
export function findUnexplainedCrashes(
  conversations: Iterable<EndedConversation>,
  killedAt: readonly number[],
): string[] {
  const complaints: string[] = [];
  for (const { id, endReason, startedAt, endedAt } of conversations) {
    if (endReason !== 'crashed' || !endedAt) continue;
    const ended = Date.parse(endedAt);
    const explained = killedAt.some(
      (at) => at >= ended - AFTER_KILL_MS && at <= ended + BEFORE_KILL_MS && at >= Date.parse(startedAt),
    );
    if (!explained)
      complaints.push(`${id} is said to have crashed at ${endedAt}, and nothing was killed then`);
  }
  return complaints;
}
