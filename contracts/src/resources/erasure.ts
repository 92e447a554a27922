import { type Static, Type } from 'typebox';
import { DateTime, Id, ListQuery, Query, Resource, TEXT_LIMITS } from './common.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });

/** Counts of what is erased along with conversations. */
const records = {
  transcriptEntries: count('Entries of their transcripts.'),
  timelineEntries: count('Entries of their timelines.'),
  webhookDeliveries: count('Deliveries of webhooks about them, including pending ones.'),
};
const receiptId = (instead: string) =>
  Id(`Identifier of the erasure${instead}.`, 'ers_01k3m6v2q8e4tb9p0x7yz5wnhd');

export const UserParams = Type.Object({
  identity: Type.String({
    minLength: 1,
    maxLength: TEXT_LIMITS.identity,
    description: 'Identity of the consumer.',
  }),
});

export const EraseUserQuery = Query({ client: ListQuery.properties.client });
export type EraseUserQuery = Static<typeof EraseUserQuery>;

export const ErasureReceipt = Resource(
  'ErasureReceipt',
  {
    id: receiptId('; the audit log names it in place of the user'),
    user: Type.String({ description: 'Identity of the consumer.' }),
    client: Type.Optional(Type.String({ description: 'Only with this client, where one was given.' })),
    erasedAt: DateTime('Conversations that started until then are erased.'),
    conversations: count('Conversations and their persona snapshots.'),
    stoppedConversations: count(
      'Of these, those that were running; they were stopped first, with the reason `stopped`.',
    ),
    ...records,
    memories: count('Memories of the user.'),
    anonymisedUsage: count(
      'Conversations whose seconds and charge stay in the usage totals, without a user.',
    ),
  },
  'What was erased of a user. The service does not keep it: it names the user.',
);
export type ErasureReceipt = Static<typeof ErasureReceipt>;

export const ConversationErasureReceipt = Resource(
  'ConversationErasureReceipt',
  {
    id: receiptId(''),
    conversationId: Type.String({ description: 'The conversation that was erased.' }),
    erasedAt: DateTime('When it was erased.'),
    ...records,
    memories: count('Memories that its user last stated in this conversation.'),
  },
  'What was erased with a conversation. The service does not keep it.',
);
export type ConversationErasureReceipt = Static<typeof ConversationErasureReceipt>;
