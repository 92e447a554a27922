import { Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { KnowledgeBaseEmbeddings } from '@visavis/client';
import { languageName } from '../lib/languages.ts';
import { api } from '../lib/session.ts';
import { fill, formatList, texts } from '../texts/texts.ts';

const words = texts.knowledgeBase.embeddings;
const POLL_INTERVAL_MS = 2_000;

/** Whether passages are still being embedded in the background. */
const isInProgress = ({ by, passages, embedded }: KnowledgeBaseEmbeddings) =>
  (by === 'organization' || by === 'local_model') && embedded < passages;

function describeEmbeddings(state: KnowledgeBaseEmbeddings): string {
  const { by, model = '', languages } = state;
  if (by === 'nobody') return fill(words.none, { page: texts.modelServers.title });
  const note = languages && fill(words.languages, { languages: formatList(languages.map(languageName)) });
  return [describeCount(state, model), note].filter(Boolean).join(' ');
}

function describeCount(state: KnowledgeBaseEmbeddings, model: string): string {
  const { passages, embedded } = state;
  if (embedded === passages) return fill(words.all, { model });
  return fill(isInProgress(state) ? words.part : words.old, { model, passages, embedded });
}

/** Shows how passages of the knowledge base are searched, and how many are embedded. `indexed` documents are ready. */
export function EmbeddingsState({ id, indexed }: { id: string; indexed: number }) {
  const state = useQuery({
    queryKey: ['knowledge', id, 'embeddings', indexed],
    queryFn: () => api.get('/v3/knowledge-bases/{id}/embeddings', { path: { id } }),
    placeholderData: keepPreviousData,
    // A server that embeds may just have been added on another page.
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => data !== undefined && isInProgress(data) && POLL_INTERVAL_MS,
  });
  if (!state.data) return null;
  const { problem } = state.data;
  return (
    <div role="status">
      <Text size="sm">{describeEmbeddings(state.data)}</Text>
      {problem && (
        <Text size="sm" c="red">
          {problem}
        </Text>
      )}
    </div>
  );
}
