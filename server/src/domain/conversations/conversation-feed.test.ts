import { expect, test } from 'vitest';
import type { Conversation } from './conversation.ts';
import { createFeedTurns, followConversation } from './conversation-feed.ts';

const settled = async () => {
  for (let round = 0; round < 3; round++) await new Promise(setImmediate);
};

test('the events of an organization are read after at most two of another, however many of its conversations are followed', async () => {
  const reads: { of: string; end: () => void }[] = [];
  const store = {
    find: async () => undefined,
    changes: (of: string) => new Promise<never[]>((resolve) => reads.push({ of, end: () => resolve([]) })),
  };
  const turns = createFeedTurns();
  const endings = new AbortController();
  const follow = async (organizationId: string) => {
    const conversation = { organizationId, id: 'conv_1', status: 'running' } as Conversation;
    const needs = {
      store,
      changeNotifications: { subscribe: () => () => undefined },
      clock: () => new Date(),
      turns,
    };
    for await (const items of followConversation(needs, conversation, 0, AbortSignal.any([endings.signal]))) {
      void items;
    }
  };
  const followed = [...Array.from({ length: 32 }, () => follow('many')), follow('one')];
  await settled();
  expect(reads.map(({ of }) => of)).toEqual(['many', 'many', 'one']);
  endings.abort();
  for (const { end } of reads) {
    end();
    await settled();
  }
  await Promise.all(followed);
});
