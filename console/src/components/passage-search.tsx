import { Badge, Button, Card, Group, Mark, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { findWords } from '../lib/find-words.ts';
import { limitsOf } from '../lib/forms.ts';
import { api } from '../lib/session.ts';
import { fill, texts } from '../texts/texts.ts';
import { Note } from './note.tsx';
import { PassageCard } from './passage-card.tsx';
import { Problem } from './problem.tsx';

const { passageSearch: words, units } = texts;
const formatPercent = (share: number) => fill(units.percent, { share: Math.round(share * 100) });

/** Searches the passages that an answer to a question would be based on. */
export function PassageSearch({ id }: { id: string }) {
  const [query, setQuery] = useState('');
  const search = useMutation({
    mutationFn: (question: string) =>
      api.get('/v3/knowledge-bases/{id}/passages', { path: { id }, query: { query: question } }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (query.trim()) search.mutate(query.trim());
  };
  const { passages: found, problem } = search.data ?? {};
  const best = Math.max(...(found ?? []).map(({ score }) => score));
  const mark = (text: string) =>
    findWords(text, search.variables ?? '').map((piece) =>
      piece.isMatch ? <Mark key={piece.at}>{piece.text}</Mark> : piece.text,
    );
  const hasMeaning = found?.some(({ similarity }) => similarity !== undefined) === true;
  return (
    <Card>
      <Stack gap="sm">
        <div>
          <Title order={2}>{words.title}</Title>
          <Note>{words.about}</Note>
        </div>
        <form onSubmit={submit}>
          <Group align="flex-end" gap="sm">
            <TextInput
              label={words.question}
              placeholder={words.example}
              {...limitsOf('passageSearch', 'query')}
              value={query}
              onChange={(event) => setQuery(event.currentTarget.value)}
              style={{ flex: '1 1 16rem' }}
            />
            <Button type="submit" loading={search.isPending}>
              {words.search}
            </Button>
          </Group>
        </form>
        <Problem error={search.error} />
        <Stack gap="sm" role="region" aria-label={words.found} aria-live="polite">
          {found?.length === 0 && <Text>{words.none}</Text>}
          {found?.map(({ documentId, documentName, place, headings, text, score, coverage, similarity }) => (
            <PassageCard
              key={`${documentId} ${place}`}
              headings={
                <>
                  {documentName}
                  {headings && ' › '}
                  {mark(headings ?? '')}
                </>
              }
              text={mark(text)}
              aside={
                <Group gap={4}>
                  <Badge>
                    {score === best ? words.best : fill(words.score, { share: formatPercent(score / best) })}
                  </Badge>
                  <Badge variant="default">{fill(words.words, { share: formatPercent(coverage) })}</Badge>
                  {similarity !== undefined && (
                    <Badge variant="default">
                      {fill(words.meaning, { share: formatPercent(similarity) })}
                    </Badge>
                  )}
                </Group>
              }
            />
          ))}
          {found && found.length > 0 && (
            <Text size="xs" c="dimmed">
              {words.how} {hasMeaning ? words.meaningHow : problem}
            </Text>
          )}
        </Stack>
      </Stack>
    </Card>
  );
}
