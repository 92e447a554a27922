import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Conversation } from '@visavis/client';
import { api } from './session.ts';

export const RECENT_DAYS = 14;
/** The maximum number of recent conversations: reading more takes too long. */
export const MAX_RECENT = 200;

export function useRecentConversations(): UseQueryResult<Conversation[]> {
  return useQuery({
    queryKey: ['conversations', 'recent'],
    refetchInterval: 15_000,
    queryFn: async () => {
      const from = new Date(Date.now() - RECENT_DAYS * 86_400_000).toISOString();
      const conversations: Conversation[] = [];
      for await (const conversation of api.list('/v3/conversations', { query: { from, take: 50 } })) {
        if (conversations.push(conversation) >= MAX_RECENT) break;
      }
      return conversations;
    },
  });
}

/** Returns, for each turn, the milliseconds from the end of the user's speech to the first sound of the answer. */
export const latenciesOf = ({ timeline }: Conversation): number[] =>
  timeline.flatMap(({ type, data }) => (type === 'turn' ? (data?.latencyMs ?? []) : []));

interface Missing {
  setting: string;
  provider: string;
}

/** Extracts from a warning of the service which setting a provider lacks. */
export function parseMissingSetting(warning: string): Missing | undefined {
  const match = /^(\w+) is not set, .* in place of (\w+)\.$/.exec(warning);
  return match ? { setting: match[1]!, provider: match[2]! } : undefined;
}

/** Returns the missing setting because of which the offline demo answered instead of the provider. */
export const missingSetting = ({ timeline }: Conversation): Missing | undefined =>
  timeline
    .filter(({ type }) => type === 'warning')
    .map(({ content }) => parseMissingSetting(content))
    .find((missing) => missing !== undefined);

/** Returns how long the user has been in the conversation; if it is still running, until now. */
export function secondsOf({ joinedAt, endedAt }: Conversation): number {
  if (!joinedAt) return 0;
  return (Date.parse(endedAt ?? new Date().toISOString()) - Date.parse(joinedAt)) / 1000;
}

export const totalSeconds = (conversations: readonly Conversation[]): number =>
  conversations.reduce((sum, conversation) => sum + secondsOf(conversation), 0);
