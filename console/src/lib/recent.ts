import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Conversation } from '@visavis/client';
import { api } from './session.ts';

export const RECENT_DAYS = 14;
/** The newest conversations that are read: reading more takes too long. */
export const MAX_RECENT = 200;

export function useRecent(): UseQueryResult<Conversation[]> {
  return useQuery({
    queryKey: ['conversations', 'recent'],
    refetchInterval: 15_000,
    queryFn: async () => {
      const from = new Date(Date.now() - RECENT_DAYS * 86_400_000).toISOString();
      const found: Conversation[] = [];
      for await (const one of api.list('/v3/conversations', { query: { from, take: 50 } })) {
        if (found.push(one) >= MAX_RECENT) break;
      }
      return found;
    },
  });
}

/** Milliseconds from the end of what the user said to the first sound of the answer, of each turn. */
export const latencies = ({ timeline }: Conversation): number[] =>
  timeline.flatMap(({ type, data }) => (type === 'turn' ? (data?.latencyMs ?? []) : []));

interface Missing {
  setting: string;
  provider: string;
}

/** Reads which setting a provider lacks, from a warning of the service. */
export function readMissing(warning: string): Missing | undefined {
  const found = /^(\w+) is not set, .* in place of (\w+)\.$/.exec(warning);
  return found ? { setting: found[1]!, provider: found[2]! } : undefined;
}

/** Why the offline demo answered in place of the provider, as the service wrote it into the timeline. */
export const missingSetting = ({ timeline }: Conversation): Missing | undefined =>
  timeline
    .filter(({ type }) => type === 'warning')
    .map(({ content }) => readMissing(content))
    .find((missing) => missing !== undefined);

/** How long somebody has been in the conversation, until now where it runs. */
export function secondsOf({ joinedAt, endedAt }: Conversation): number {
  if (!joinedAt) return 0;
  return (Date.parse(endedAt ?? new Date().toISOString()) - Date.parse(joinedAt)) / 1000;
}
