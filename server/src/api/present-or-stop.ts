import type { RecordedConversation } from '../domain/conversations/conversation.ts';
import type { Services } from '../domain/services.ts';

/**
 * Returns the result of `presenting`. If it fails, stops the conversation that has just started, because the caller
 * gets no tokens and could never join, and throws the same error.
 */
export function presentOrStop<Presented>(
  { conversations }: Pick<Services, 'conversations'>,
  { conversation: { organizationId, id } }: RecordedConversation,
  presenting: Promise<Presented>,
): Promise<Presented> {
  return presenting.catch(async (error) => {
    await conversations.stop(organizationId, id).catch(() => undefined);
    throw error;
  });
}
