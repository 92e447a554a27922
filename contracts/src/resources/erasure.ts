import { type Static, Type } from 'typebox';
import { DateTime, Id, ListQuery, Query, Resource, TEXT_LIMITS } from './common.ts';

export const UserParams = Type.Object({
  identity: Type.String({
    minLength: 1,
    maxLength: TEXT_LIMITS.identity,
    description: 'Identity of the consumer.',
  }),
});

export const EraseUserQuery = Query({ client: ListQuery.properties.client });
export type EraseUserQuery = Static<typeof EraseUserQuery>;

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const ErasureReceipt = Resource(
  'ErasureReceipt',
  {
    id: Id(
      'Identifier of the erasure; the audit log names it in place of the user.',
      'ers_01k3m6v2q8e4tb9p0x7yz5wnhd',
    ),
    user: Type.String({ description: 'Identity of the consumer.' }),
    client: Type.Optional(Type.String({ description: 'Only with this client, where one was given.' })),
    erasedAt: DateTime('What started until then is gone.'),
    conversations: count('Conversations, with who they were started with.'),
    stoppedConversations: count(
      'Of these, those that were running; they were stopped first, with the reason `stopped`.',
    ),
    transcriptEntries: count('Entries of their transcripts.'),
    timelineEntries: count('Entries of their timelines.'),
    webhookDeliveries: count('Deliveries of webhooks about them, those that were still to be sent included.'),
    memories: count('What was remembered of the user.'),
    anonymisedUsage: count(
      'Conversations whose seconds and charge stay in the sums of usage, without a user.',
    ),
  },
  'What was erased of a user. The service does not keep it: it names the user.',
);
export type ErasureReceipt = Static<typeof ErasureReceipt>;
