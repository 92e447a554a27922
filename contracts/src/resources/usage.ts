import { type Static, Type } from 'typebox';
import {
  Amount,
  DateTime,
  Flag,
  ListQuery,
  MaybeText,
  MaybeTime,
  Query,
  Resource,
  TEXT_LIMITS,
} from './common.ts';

const { skip, take, client } = ListQuery.properties;
export const UsageQuery = Query({
  skip,
  take,
  client,
  user: Type.Optional(
    Type.String({
      maxLength: TEXT_LIMITS.identity,
      description: 'Return only the usage of the consumer with this identity.',
    }),
  ),
  from: MaybeTime('Any time within the requested billing cycle. Default: the current billing cycle.'),
});

const CYCLE = {
  cycleStart: DateTime('Start of the billing cycle.'),
  cycleEnd: DateTime('Start of the next billing cycle.'),
};
const TOTALS = {
  conversations: Amount('Number of conversations.'),
  seconds: Amount('Seconds of conversation.'),
  charge: Amount('Price in the currency unit of the organization.'),
};

export const UserUsage = Resource('UserUsage', {
  ...CYCLE,
  skip: Amount('The `skip` of the request.'),
  take: Amount('The `take` of the request.'),
  total: Amount('Total number of rows on all pages.'),
  users: Type.Array(
    Type.Object({
      user: MaybeText(
        'Identity of the consumer. Absent for visitors of an embed, for erased consumers, and if it is not known.',
      ),
      client: MaybeText('Client of the conversations. Absent if they have none.'),
      embedId: MaybeText('Id of the embed. The row contains all its visitors together.'),
      ...TOTALS,
    }),
    { description: 'Usage by consumer, those with the most seconds first.' },
  ),
});
export type UserUsage = Static<typeof UserUsage>;

export const USAGE_PARTS = ['day', 'character', 'agent', 'embed'] as const;
export type UsagePart = (typeof USAGE_PARTS)[number];

export const UsageByPartQuery = Query({
  by: Type.Enum([...USAGE_PARTS], {
    description: 'Grouping of the usage: by day (UTC), by character or avatar, by agent, or by embed.',
  }),
  from: UsageQuery.properties.from,
});

export const UsageByPart = Resource('UsageByPart', {
  ...CYCLE,
  parts: Type.Array(
    Type.Object({
      key: MaybeText(
        'The day (UTC), or the id of the character or avatar, of the agent or of the embed. Absent for conversations without one, and for erased conversations, of which only day and embed are kept.',
      ),
      ...TOTALS,
    }),
    { description: 'At most 100 groups: days in order, other groups with the most seconds first.' },
  ),
});
export type UsageByPart = Static<typeof UsageByPart>;

export const Concurrency = Resource('Concurrency', {
  limit: Amount('Maximum number of conversations that run at the same time.'),
  active: Amount('Number of running conversations.'),
  canStart: Flag('Whether this limit allows another conversation to start now.'),
});
export type Concurrency = Static<typeof Concurrency>;
