import { type Static, Type } from 'typebox';
import { DateTime, ListQuery, Query, Resource, TEXT_LIMITS } from './common.ts';

const { skip, take, client } = ListQuery.properties;
export const UsageQuery = Query({
  skip,
  take,
  client,
  user: Type.Optional(Type.String({ maxLength: TEXT_LIMITS.identity, description: 'Only this user.' })),
  from: Type.Optional(
    DateTime('A moment of the billing cycle that is wanted; the current cycle where none is given.'),
  ),
});

export const UserUsage = Resource('UserUsage', {
  cycleStart: DateTime('Start of the billing cycle.'),
  cycleEnd: DateTime('Start of the next one.'),
  skip: Type.Number(),
  take: Type.Number(),
  total: Type.Number(),
  users: Type.Array(
    Type.Object({
      user: Type.Optional(Type.String({ description: 'The consumer’s identity.' })),
      client: Type.Optional(Type.String()),
      embedId: Type.Optional(
        Type.String({ description: 'All visitors of this embed together; `user` is absent then.' }),
      ),
      conversations: Type.Number(),
      seconds: Type.Number(),
      charge: Type.Number({ description: 'In the organization’s currency unit.' }),
    }),
  ),
});
export type UserUsage = Static<typeof UserUsage>;

export const USAGE_PARTS = ['day', 'character', 'agent', 'embed'] as const;
export type UsagePart = (typeof USAGE_PARTS)[number];

export const UsageByPartQuery = Query({
  by: Type.Enum([...USAGE_PARTS], { description: 'What is added up.' }),
  from: UsageQuery.properties.from,
});

export const UsageByPart = Resource('UsageByPart', {
  cycleStart: DateTime('Start of the billing cycle.'),
  cycleEnd: DateTime('Start of the next one.'),
  parts: Type.Array(
    Type.Object({
      key: Type.Optional(
        Type.String({
          description:
            'A day (UTC), or the id of the character or avatar, agent or embed; absent for conversations without one, and for erased ones, of which only day and embed are kept.',
        }),
      ),
      conversations: Type.Number(),
      seconds: Type.Number(),
      charge: Type.Number({ description: 'In the organization’s currency unit.' }),
    }),
    { description: 'At most 100: days in order, others by seconds.' },
  ),
});
export type UsageByPart = Static<typeof UsageByPart>;

export const Concurrency = Resource('Concurrency', {
  limit: Type.Number(),
  active: Type.Number(),
  canStart: Type.Boolean(),
});
export type Concurrency = Static<typeof Concurrency>;
