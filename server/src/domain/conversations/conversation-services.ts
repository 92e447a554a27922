import { createErasure } from '../erasure/erasure.ts';
import { createRetention } from '../erasure/retention.ts';
import { createMemories } from '../memories/memories.ts';
import type { FilledPorts, Stores } from '../ports.ts';
import { createConversationEvents } from './conversation-events.ts';
import { createConversations } from './conversations.ts';
import { createReaper } from './reaper.ts';
import type { StartNeeds } from './start-conversation.ts';
import { SteadyTimes } from './steady-times.ts';
import { createUsage } from './usage.ts';

type ConversationServicesNeeds = Pick<
  FilledPorts,
  | 'changeNotices'
  | 'dispatcher'
  | 'measures'
  | 'messageTargets'
  | 'reserve'
  | 'retentionDays'
  | 'rooms'
  | 'serviceInstanceId'
  | 'video'
  | 'clock'
  | 'monotonic'
  | 'logger'
> &
  Pick<StartNeeds, 'organizations' | 'personas' | 'embeds' | 'providerKeys'> & {
    stores: Pick<Stores, 'conversations' | 'usage' | 'memories' | 'erasures' | 'organizations'>;
  };

/** Conversations, from their start to their erasure, and what they used and left behind. */
export function createConversationServices(needs: ConversationServicesNeeds) {
  const { stores, rooms, measures, clock, monotonic, logger } = needs;
  const ofConversations = { ...needs, conversations: stores.conversations };
  const usage = createUsage(stores.usage, clock);
  const memories = createMemories({ ...ofConversations, store: stores.memories });
  const times = new SteadyTimes(clock, monotonic);
  const events = createConversationEvents(stores.conversations, memories, rooms, times, logger, measures);
  const conversations = createConversations({
    ...ofConversations,
    events,
    notices: needs.changeNotices,
    targets: needs.messageTargets,
    usage,
    memories,
    times,
  });
  return {
    conversations,
    conversationEvents: events,
    reaper: createReaper({ ...needs, store: stores.conversations, events, usage, times }),
    usage,
    memories,
    erasure: createErasure({
      ...ofConversations,
      store: stores.erasures,
      stop: (organizationId, id) => conversations.stop(organizationId, id),
      memories,
    }),
    retention: createRetention({
      ...needs,
      store: stores.erasures,
      organizations: stores.organizations,
      defaultDays: needs.retentionDays ?? 0,
    }),
  };
}
