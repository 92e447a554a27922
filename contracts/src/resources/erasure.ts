import { type Static, Type } from 'typebox';
import { DateTime, Id, ListQuery, MaybeText, Query, Resource, TEXT_LIMITS, Text } from './common.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });

/** Counts of what is erased along with conversations. */
const records = {
  transcriptEntries: count('Number of erased transcript entries.'),
  timelineEntries: count('Number of erased timeline entries.'),
  webhookDeliveries: count('Number of erased webhook deliveries, including pending ones.'),
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
    id: receiptId('. The audit log contains it instead of the identity of the user'),
    user: Text('Identity of the consumer.'),
    client: MaybeText('Client to which the erasure was limited. Absent if it covered all clients.'),
    erasedAt: DateTime('Time of the erasure: all conversations that started before it were erased.'),
    conversations: count('Number of erased conversations.'),
    stoppedConversations: count(
      'Number of conversations that were running and were first stopped, with the reason `stopped`.',
    ),
    ...records,
    memories: count('Number of erased memories of the user.'),
    anonymisedUsage: count(
      'Number of conversations whose seconds and charge stay in the usage totals, without the user.',
    ),
  },
  'Counts of what was erased for a user. The service does not store this receipt, because it names the user.',
);
export type ErasureReceipt = Static<typeof ErasureReceipt>;

export const ConversationErasureReceipt = Resource(
  'ConversationErasureReceipt',
  {
    id: receiptId(''),
    conversationId: Text('Id of the erased conversation.'),
    erasedAt: DateTime('When it was erased.'),
    ...records,
    memories: count('Number of erased memories: those that the user last stated in this conversation.'),
  },
  'Counts of what was erased with a conversation. The service does not store this receipt.',
);
export type ConversationErasureReceipt = Static<typeof ConversationErasureReceipt>;
