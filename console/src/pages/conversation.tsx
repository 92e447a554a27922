import { Alert, Button, Group, Menu, SimpleGrid, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Conversation } from '@visavis/client';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { EraseConversation } from '../components/erase-conversation.tsx';
import { EventList } from '../components/event-list.tsx';
import { Page, Section } from '../components/page.tsx';
import { ErrorMessage, Problem } from '../components/problem.tsx';
import { Timeline } from '../components/timeline.tsx';
import { titleOf, userOf } from '../lib/conversation-names.ts';
import { ratingOf } from '../lib/conversation-rows.ts';
import { download } from '../lib/download.ts';
import { formatDateTime, formatMilliseconds, formatSeconds, formatTime } from '../lib/format.ts';
import { percentile } from '../lib/percentile.ts';
import { nameOfEngine } from '../lib/providers.ts';
import { namesOf } from '../lib/queries.ts';
import { retryInterval } from '../lib/query-client.ts';
import { latenciesOf, secondsOf } from '../lib/recent-conversations.ts';
import { mayChange } from '../lib/roles.ts';
import { api } from '../lib/session.ts';
import { toText, toVtt } from '../lib/transcript-files.ts';
import { useFollowedConversation } from '../lib/use-followed-conversation.ts';
import { texts } from '../texts/texts.ts';
import { StatusBadge } from './conversations.tsx';

/**
 * Returns the ids of the lines that were interrupted. It is the avatar's newest line with the text that an interruption
 * reports as heard. Interruptions by a developer's own agent report no text, and mark no line.
 */
function interruptedLines({ transcript, timeline }: Conversation): Set<string> {
  const cut = new Set<string>();
  for (const { type, data, recordedAt } of timeline) {
    const text = type === 'interruption' ? data?.heardText : undefined;
    const line = text && transcript.findLast((entry) => isCut(entry, text, recordedAt) && !cut.has(entry.id));
    if (line) cut.add(line.id);
  }
  return cut;
}

const isCut = (line: Conversation['transcript'][number], text: string, at: string) =>
  line.author === 'character' && line.content === text && Date.parse(line.recordedAt) <= Date.parse(at);

const { conversation: words, common } = texts;

const CHECK_EVERY_MS = 5_000;

export function ConversationPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const followed = useFollowedConversation(id);
  const conversation = useQuery({
    queryKey: ['conversation', id],
    queryFn: ({ signal }) => api.get('/v3/conversations/{id}', { path: { id }, signal }),
    // The page stops following only to erase the conversation, which cannot be read afterwards.
    enabled: !followed.isStopped,
    // The event stream alone reports only after a minute that the service is unreachable.
    refetchInterval: (query) =>
      query.state.data?.status === 'running' ? CHECK_EVERY_MS : retryInterval(query),
  });
  const avatars = useQuery(namesOf('character'));
  const { embedId } = conversation.data ?? {};
  const embeds = useQuery({ ...namesOf('embed'), enabled: embedId !== undefined });
  useReconnection(conversation, followed);
  const stop = useMutation({
    mutationFn: () => api.post('/v3/conversations/{id}/stop', { path: { id } }),
  });
  const record = conversation.data && {
    ...conversation.data,
    ...followed.state,
    transcript: followed.transcript,
    timeline: followed.timeline,
  };
  const [isAsking, setAsking] = useState(false);
  const turns = record ? latenciesOf(record) : [];
  const isLive = record?.status === 'running';
  const lost = isLive ? (conversation.error ?? followed.error) : undefined;
  const interrupted = record && interruptedLines(record);
  const save = (kind: string, type: string, text: string) => download(`${id}.${kind}`, type, text);
  return (
    <Page
      title={record ? titleOf(record) : words.title}
      query={{
        error: lost ? undefined : (conversation.error ?? followed.error),
        isPending: conversation.isPending,
      }}
      actions={
        record && (
          <>
            <Menu>
              <Menu.Target>
                <Button variant="default">{words.download}</Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => save('txt', 'text/plain', toText(record.transcript))}>
                  {words.asText}
                </Menu.Item>
                <Menu.Item onClick={() => save('json', 'application/json', JSON.stringify(record, null, 2))}>
                  {words.asJson}
                </Menu.Item>
                <Menu.Item onClick={() => save('vtt', 'text/vtt', toVtt(record))}>{words.asVtt}</Menu.Item>
              </Menu.Dropdown>
            </Menu>
            {!isLive && mayChange() && <EraseConversation record={record} followed={followed} />}
            {isLive && mayChange() && (
              <Button
                color="red"
                loading={stop.isPending}
                disabled={lost !== undefined}
                onClick={() => setAsking(true)}
              >
                {common.stop}
              </Button>
            )}
          </>
        )
      }
    >
      {lost && (
        <Alert color="red" variant="light" role="alert" title={words.lost}>
          <ErrorMessage error={lost} />
          <div>{words.lostAbout}</div>
        </Alert>
      )}
      <Problem error={stop.error} />
      <ConfirmDialog
        isOpen={isAsking}
        words={words.stop}
        onAnswer={(isYes) => {
          setAsking(false);
          if (isYes) stop.mutate();
        }}
      />
      {record && (
        <>
          <Group gap="xl" style={{ rowGap: 'var(--mantine-spacing-sm)' }}>
            <Fact name={common.state} value={<StatusBadge {...record} />} />
            {record.characterId && (
              <Fact
                name={common.avatar}
                value={avatars.data?.get(record.characterId) ?? record.characterId}
              />
            )}
            {embedId && <Fact name={texts.usage.parts.embed} value={embeds.data?.get(embedId) ?? embedId} />}
            <Fact name={common.user} value={userOf(record) ?? common.empty} />
            <Fact name={common.started} value={formatDateTime(record.startedAt)} />
            <Fact
              name={common.length}
              value={<ConversationLength record={record} isTicking={isLive && !lost} />}
            />
            <Fact
              name={texts.overview.answerTime}
              value={turns.length ? formatMilliseconds(percentile(turns, 0.5)!) : common.empty}
            />
            {record.rating && <Fact name={texts.conversations.rating} value={ratingOf(record)} />}
            <Fact name={words.engine} value={nameOfEngine(record.engine ?? 'remote')} />
          </Group>
          {record.endDetail && (
            <Text c={record.status === 'error' ? 'red' : 'dimmed'}>{record.endDetail}</Text>
          )}
          <Section title={words.timeline}>
            <Timeline record={record} cutLines={interrupted!} />
          </Section>
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            <Section title={words.transcript}>
              {record.transcript.length === 0 && <Text c="dimmed">{words.silent}</Text>}
              <ol className="lines" aria-live={isLive ? 'polite' : undefined}>
                {record.transcript.map(({ id: line, author, content, recordedAt }) => (
                  <li key={line} className={author}>
                    {content}
                    {interrupted?.has(line) && <span className="cut"> {words.interrupted}</span>}
                    <time dateTime={recordedAt}>{formatTime(recordedAt)}</time>
                  </li>
                ))}
              </ol>
            </Section>
            <Section title={words.events}>
              <EventList timeline={record.timeline} />
            </Section>
          </SimpleGrid>
        </>
      )}
    </Page>
  );
}

/** Follows the events again as soon as the service answers, without waiting for the pause between two attempts. */
function useReconnection(
  { isError, dataUpdatedAt }: { isError: boolean; dataUpdatedAt: number },
  { error, isStopped, restart }: { error: Error | undefined; isStopped: boolean; restart: () => void },
): void {
  const wasLost = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every answer of the service is a reason to try again, and nothing else is.
  useEffect(() => {
    if (!isError && !isStopped && (wasLost.current || error !== undefined)) restart();
    wasLost.current = isError;
  }, [isError, dataUpdatedAt, restart]);
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {name}
      </Text>
      <Text component="div" fw={600}>
        {value}
      </Text>
    </div>
  );
}

/** Shows the length of the conversation, which grows while it is live. */
function ConversationLength({ record, isTicking }: { record: Conversation; isTicking: boolean }) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!isTicking) return;
    const timer = setInterval(() => tick((ticks) => ticks + 1), 1_000);
    return () => clearInterval(timer);
  }, [isTicking]);
  return formatSeconds(secondsOf(record));
}
