import type { EndReason } from '@visavis/contracts';
import type { Logger } from '../../lib/logger.ts';
import type { Clock, Monotonic } from '../clock.ts';
import type { Organizations } from '../organizations/organizations.ts';
import { type Conversation, type ConversationStore, endsAt } from './conversation.ts';
import type { ConversationClocks } from './conversation-clocks.ts';
import type { ConversationEvents } from './conversation-events.ts';
import { BACKSTOP_GRACE_MS, HEARTBEAT_LAPSE_MS, LIVE_LIMITS } from './conversation-limits.ts';
import type { Dispatcher } from './live-ports.ts';
import { notifyWorker } from './notify-worker.ts';
import type { Usage } from './usage.ts';

/** Ends conversations that nothing else ends: their worker or service died, or they exceeded a limit. */
export function createReaper(needs: {
  store: ConversationStore;
  events: ConversationEvents;
  dispatcher: Dispatcher;
  organizations: Pick<Organizations, 'get'>;
  usage: Usage;
  serviceInstanceId: string;
  clocks: ConversationClocks;
  clock: Clock;
  monotonic: Monotonic;
  logger: Logger;
}) {
  const { store, events, clocks, clock, monotonic } = needs;
  /** On the monotonic clock: the time of the last check, and the time from which missing heartbeats count again. */
  let lastReapAt: number | undefined;
  let heartbeatsCountFrom = Number.NEGATIVE_INFINITY;

  async function end(
    conversation: Conversation,
    reason: EndReason,
    endedAt: Date | undefined,
    detail: string,
  ): Promise<boolean> {
    const ended = await events.end(conversation.id, reason, endedAt, detail);
    if (ended) await notifyWorker(needs, conversation.id, reason);
    return ended !== undefined;
  }

  const hasLapsed = (conversation: Conversation) =>
    clocks.now(conversation).getTime() - conversation.lastHeartbeatAt.getTime() > HEARTBEAT_LAPSE_MS;

  /**
   * Whether this process was recently suspended (with its machine or container) or starved: it has not read the
   * heartbeats of that time yet, so every worker gets the time of one more heartbeat.
   */
  function wasSuspended(): boolean {
    const now = monotonic();
    if (lastReapAt !== undefined && now - lastReapAt > HEARTBEAT_LAPSE_MS)
      heartbeatsCountFrom = now + HEARTBEAT_LAPSE_MS;
    lastReapAt = now;
    return now < heartbeatsCountFrom;
  }

  async function endCrashed(lost: readonly Conversation[]): Promise<number> {
    let count = 0;
    for (const conversation of lost) {
      const detail = 'The worker or the service of the conversation stopped unexpectedly.';
      if (await end(conversation, 'crashed', conversation.lastHeartbeatAt, detail)) count += 1;
    }
    return count;
  }

  async function endOverdue(conversations: readonly Conversation[]): Promise<void> {
    for (const conversation of conversations) {
      const waitsUntil = conversation.startedAt.getTime() + LIVE_LIMITS.joinTimeoutMs;
      const due = conversation.joinedAt ? endsAt(conversation).getTime() : waitsUntil;
      if (clocks.now(conversation).getTime() <= due + LIVE_LIMITS.finishSentenceMs + BACKSTOP_GRACE_MS)
        continue;
      const reason = conversation.joinedAt ? 'max_duration' : 'never_joined';
      const detail = 'The service ended the conversation, because its worker did not.';
      await end(conversation, reason, new Date(due), detail);
    }
  }

  /** Organizations with running conversations at the last check: what has ended since then counts as well. */
  let recentlyRunning: string[] = [];

  async function endBeyondQuota(conversations: readonly Conversation[]): Promise<void> {
    const running = conversations.map((conversation) => conversation.organizationId);
    const organizationIds = new Set([...running, ...recentlyRunning]);
    recentlyRunning = running;
    for (const organizationId of organizationIds) {
      const organization = await needs.organizations.get(organizationId).catch(() => undefined);
      if (!organization || organization.monthlySeconds === null) continue;
      if ((await needs.usage.checkThresholds(organization)) < organization.monthlySeconds) continue;
      for (const conversation of conversations.filter((each) => each.organizationId === organizationId)) {
        const detail = `The organization has used all of its ${organization.monthlySeconds} seconds in this billing cycle.`;
        await end(conversation, 'quota', undefined, detail);
      }
    }
  }

  /** Handles a heartbeat: a worker still runs these conversations. It is asked to stop those that have ended. */
  async function recordHeartbeats(conversationIds: readonly string[]): Promise<void> {
    if (conversationIds.length === 0) return;
    const now = clock();
    const heartbeats = new Map(conversationIds.map((id) => [id, clocks.known(id) ?? now]));
    const running = new Set(await store.storeHeartbeats(heartbeats));
    for (const id of conversationIds) {
      if (running.has(id)) continue;
      const conversation = await store.findInAnyOrganization(id);
      await notifyWorker(needs, id, conversation?.endReason ?? 'stopped');
    }
  }

  return {
    touch: recordHeartbeats,
    /** Ends conversations that lost their worker or exceeded a limit. Call this every few seconds. */
    async reap() {
      const now = clock();
      const areHeartbeatsCurrent = !wasSuspended();
      await store.registerInstance(
        needs.serviceInstanceId,
        now,
        new Date(now.getTime() - 4 * HEARTBEAT_LAPSE_MS),
      );
      const running = await store.running();
      clocks.keepOnly(running.map(({ id }) => id));
      if (areHeartbeatsCurrent) await endCrashed(running.filter(hasLapsed));
      await endOverdue(running);
      await endBeyondQuota(running);
    },
    /**
     * Ends conversations whose instance is dead. Call this when the service starts, before it accepts requests.
     * `soleInstance`: no other instance can be alive (embedded store), so all conversations of other instances end.
     */
    async recoverAfterRestart(serviceInstanceId: string, { soleInstance = false } = {}) {
      const now = clock();
      const seenSince = new Date(now.getTime() - HEARTBEAT_LAPSE_MS);
      await store.registerInstance(serviceInstanceId, now, seenSince);
      const orphans = await store.orphans(seenSince, soleInstance ? serviceInstanceId : undefined);
      return { ended: await endCrashed(orphans) };
    },
    /** Removes this instance. Call this at an orderly shutdown, after its conversations were stopped. */
    unregister: (serviceInstanceId: string) => store.removeInstance(serviceInstanceId),
  };
}
