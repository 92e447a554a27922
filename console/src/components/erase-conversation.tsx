import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Conversation } from '@visavis/client';
import { api } from '../lib/session.ts';
import type { useFollowedConversation } from '../lib/use-followed-conversation.ts';
import { fill, texts } from '../texts/texts.ts';
import { EraseButton } from './erase-button.tsx';

const { conversation: words, ...erasure } = texts.erasure;

/** Erases an ended conversation, after saying what will be erased. The page stops following it first. */
export function EraseConversation(props: {
  record: Conversation;
  followed: Pick<ReturnType<typeof useFollowedConversation>, 'stop' | 'restart'>;
}) {
  const { record, followed } = props;
  const cache = useQueryClient();
  const navigate = useNavigate();
  /** Called once nothing shows the conversation any more: otherwise it would be refetched. */
  const forget = () => {
    cache.removeQueries({ queryKey: ['conversation', record.id] });
    void cache.invalidateQueries({ queryKey: ['conversations'] });
  };
  return (
    <EraseButton
      words={{
        button: texts.common.erase,
        title: fill(words.title, { name: record.name }),
        done: words.done,
      }}
      pendingItems={[
        fill(words.transcript, { count: record.transcript.length }),
        fill(words.timeline, { count: record.timeline.length }),
        words.memories,
        words.deliveries,
      ]}
      erase={async () => {
        followed.stop();
        await cache.cancelQueries({ queryKey: ['conversation', record.id] });
        try {
          return await api.delete('/v3/conversations/{id}', { path: { id: record.id } });
        } catch (error) {
          followed.restart();
          throw error;
        }
      }}
      erasedItems={(receipt) => [
        fill(erasure.lines, { count: receipt.transcriptEntries }),
        fill(erasure.events, { count: receipt.timelineEntries }),
        fill(erasure.memories, { count: receipt.memories }),
        fill(erasure.deliveries, { count: receipt.webhookDeliveries }),
      ]}
      onClosed={(isErased) => {
        if (isErased) void navigate({ to: '/conversations' }).then(forget);
      }}
    />
  );
}
