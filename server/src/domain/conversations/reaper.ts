import type { EndReason } from '@visavis/contracts';
import type { Logger } from '../../lib/logger.ts';
import type { Clock, Monotonic } from '../clock.ts';
import type { Organizations } from '../organizations/organizations.ts';
import { type Conversation, type ConversationStore, endsAt } from './conversation.ts';
import type { ConversationEvents } from './conversation-events.ts';
import { BACKSTOP_GRACE_MS, HEARTBEAT_LAPSE_MS, LIVE_LIMITS } from './conversation-limits.ts';
import type { Dispatcher } from './live-ports.ts';
import type { SteadyTimes } from './steady-times.ts';
import { tellWorker } from './tell-worker.ts';
import type { Usage } from './usage.ts';

/** Sees to it that no conversation runs for ever, whatever died. */
export interface Reaper {
  /** To be called every few seconds: ends what has lost its worker, outlived its limit or used up the quota. */
  reap(): Promise<{ ended: number }>;
  /** A worker still has these conversations. Those that have ended meanwhile it is told to stop. */
  touch(conversationIds: readonly string[]): Promise<void>;
  /**
   * At the start of the service, before it takes requests: what no living instance owns has crashed.
   * `soleInstance`: no other instance can be alive (embedded store), so everything that another one owns has.
   */
  recoverAfterRestart(
    serviceInstanceId: string,
    options?: { soleInstance?: boolean },
  ): Promise<{ ended: number }>;
  /** At an orderly end of the service, after its conversations were stopped. */
  leave(serviceInstanceId: string): Promise<void>;
}

export interface ReaperNeeds {
  store: ConversationStore;
  events: ConversationEvents;
  dispatcher: Dispatcher;
  organizations: Pick<Organizations, 'get'>;
  usage: Usage;
  serviceInstanceId: string;
  times: SteadyTimes;
  clock: Clock;
  monotonic: Monotonic;
  logger: Logger;
}

export function createReaper(needs: ReaperNeeds): Reaper {
  const { store, events, times, clock, monotonic } = needs;
  /** The last look, and from when on silence is judged again; of the monotonic clock. */
  let lookedAt: number | undefined;
  let judgedFrom = Number.NEGATIVE_INFINITY;

  async function end(
    conversation: Conversation,
    reason: EndReason,
    endedAt: Date | undefined,
    detail: string,
  ): Promise<boolean> {
    const ended = await events.end(conversation.id, reason, endedAt, detail);
    if (ended) await tellWorker(needs, conversation.id, reason);
    return ended !== undefined;
  }

  const isLapsed = (conversation: Conversation) =>
    times.now(conversation).getTime() - conversation.lastHeartbeatAt.getTime() > HEARTBEAT_LAPSE_MS;

  /**
   * This process stood still (suspended with its machine or its container, or short of time): what it would have heard
   * meanwhile has not been read yet, so every worker gets the time of one more heartbeat.
   */
  function stoodStill(): boolean {
    const now = monotonic();
    if (lookedAt !== undefined && now - lookedAt > HEARTBEAT_LAPSE_MS) judgedFrom = now + HEARTBEAT_LAPSE_MS;
    lookedAt = now;
    return now < judgedFrom;
  }

  async function endCrashed(lost: readonly Conversation[]): Promise<number> {
    let count = 0;
    for (const conversation of lost) {
      const detail = 'The worker or the service of the conversation died.';
      if (await end(conversation, 'crashed', conversation.lastHeartbeatAt, detail)) count += 1;
    }
    return count;
  }

  async function endOverdue(conversations: readonly Conversation[]): Promise<number> {
    let count = 0;
    for (const conversation of conversations) {
      const waitsUntil = conversation.startedAt.getTime() + LIVE_LIMITS.joinTimeoutMs;
      const due = conversation.joinedAt ? endsAt(conversation).getTime() : waitsUntil;
      if (times.now(conversation).getTime() <= due + LIVE_LIMITS.finishSentenceMs + BACKSTOP_GRACE_MS)
        continue;
      const reason = conversation.joinedAt ? 'max_duration' : 'never_joined';
      if (await end(conversation, reason, new Date(due), 'Ended by the service in place of its worker.'))
        count += 1;
    }
    return count;
  }

  /** Organizations that ran something at the last look: what has ended since counts as well. */
  let busy: string[] = [];

  async function endBeyondQuota(conversations: readonly Conversation[]): Promise<number> {
    let count = 0;
    const running = conversations.map((conversation) => conversation.organizationId);
    const watched = new Set([...running, ...busy]);
    busy = running;
    for (const organizationId of watched) {
      const organization = await needs.organizations.get(organizationId).catch(() => undefined);
      if (!organization || organization.monthlySeconds === null) continue;
      if ((await needs.usage.watch(organization)) < organization.monthlySeconds) continue;
      for (const conversation of conversations.filter((one) => one.organizationId === organizationId)) {
        const detail = `The organization has used its ${organization.monthlySeconds} seconds of this billing cycle.`;
        if (await end(conversation, 'quota', undefined, detail)) count += 1;
      }
    }
    return count;
  }

  return {
    async reap() {
      const now = clock();
      const isSilenceJudged = !stoodStill();
      await store.registerInstance(
        needs.serviceInstanceId,
        now,
        new Date(now.getTime() - 4 * HEARTBEAT_LAPSE_MS),
      );
      const running = await store.running();
      times.keepOnly(running.map(({ id }) => id));
      let ended = isSilenceJudged ? await endCrashed(running.filter(isLapsed)) : 0;
      ended += await endOverdue(running);
      ended += await endBeyondQuota(running);
      return { ended };
    },
    async touch(conversationIds) {
      if (conversationIds.length === 0) return;
      const now = clock();
      const beats = new Map(conversationIds.map((id) => [id, times.known(id) ?? now]));
      const running = new Set(await store.touch(beats));
      for (const id of conversationIds) {
        if (running.has(id)) continue;
        const conversation = await store.find(id);
        await tellWorker(needs, id, conversation?.endReason ?? 'stopped');
      }
    },
    async recoverAfterRestart(serviceInstanceId, { soleInstance = false } = {}) {
      const now = clock();
      const seenSince = new Date(now.getTime() - HEARTBEAT_LAPSE_MS);
      await store.registerInstance(serviceInstanceId, now, seenSince);
      const orphans = await store.orphans(seenSince, soleInstance ? serviceInstanceId : undefined);
      return { ended: await endCrashed(orphans) };
    },
    leave: (serviceInstanceId) => store.removeInstance(serviceInstanceId),
  };
}
