import { Button, Drawer, Loader, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { KnowledgeBaseDocument } from '@visavis/client';
import { api } from '../lib/session.ts';
import { fill, texts } from '../texts/texts.ts';
import { Note } from './note.tsx';
import { PassageCard } from './passage-card.tsx';
import { Problem } from './problem.tsx';

const TAKE = 50;

/** Shows the text extracted from a document, in which the cause of a wrong answer can be found. */
export function ExtractedText({
  document,
  onClose,
}: {
  document: KnowledgeBaseDocument | undefined;
  onClose: () => void;
}) {
  const { id: doc, knowledgeBaseId: id } = document ?? {};
  const pages = useInfiniteQuery({
    queryKey: ['passages', doc],
    queryFn: ({ pageParam: skip }) =>
      api.get('/v3/knowledge-bases/{id}/documents/{doc}/passages', {
        path: { id: id!, doc: doc! },
        query: { skip, take: TAKE },
      }),
    initialPageParam: 0,
    getNextPageParam: ({ skip, total }) => (skip + TAKE < total ? skip + TAKE : undefined),
    enabled: document !== undefined,
  });
  const passages = pages.data?.pages.flatMap((page) => page.passages) ?? [];
  const total = pages.data?.pages[0]?.total ?? 0;
  return (
    <Drawer
      opened={document !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={document?.name}
    >
      <Stack gap="sm">
        <Note>{fill(texts.extractedText.about, { count: total })}</Note>
        <Problem error={pages.error} />
        {pages.isFetching && passages.length === 0 && <Loader size="sm" />}
        {passages.map(({ place, headings, text }) => (
          <PassageCard key={place} headings={headings} text={text} />
        ))}
        {pages.hasNextPage && (
          <Button
            variant="light"
            loading={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            {texts.common.showMore}
          </Button>
        )}
      </Stack>
    </Drawer>
  );
}
