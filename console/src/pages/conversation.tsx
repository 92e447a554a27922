import { Button, Card, Group, Menu, SimpleGrid, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useFollowed } from '../lib/follow.ts';
import { download, formatDateTime, formatSeconds, formatTime, nameOf, percentile } from '../lib/format.ts';
import { latencies, secondsOf } from '../lib/recent.ts';
import { api } from '../lib/session.ts';
import { toText, toVtt } from '../lib/transcript-files.ts';
import { EraseConversation } from '../parts/erase-conversation.tsx';
import { Page } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { Timeline } from '../parts/timeline.tsx';
import { texts } from '../texts/texts.ts';
import { State } from './conversations.tsx';

const { conversation: words, common } = texts;

export function ConversationPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const conversation = useQuery({
    queryKey: ['conversation', id],
    queryFn: () => api.get('/v3/conversations/{id}', { path: { id } }),
  });
  const navigate = useNavigate();
  const followed = useFollowed(id);
  const stop = useMutation({
    mutationFn: () => api.post('/v3/conversations/{id}/stop', { path: { id } }),
  });
  const record = conversation.data && {
    ...conversation.data,
    ...followed.state,
    transcript: followed.transcript,
    timeline: followed.timeline,
  };
  const turns = record ? latencies(record) : [];
  const isLive = record?.status === 'running';
  const save = (kind: string, type: string, text: string) => download(`${id}.${kind}`, type, text);
  return (
    <Page
      title={record?.name ?? words.title}
      error={conversation.error ?? followed.error}
      loading={conversation.isPending}
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
            {!isLive && (
              // Its events would be asked for once more, after it is gone.
              <EraseConversation
                record={record}
                onErase={followed.leave}
                onErased={() => navigate({ to: '/conversations' })}
              />
            )}
            {isLive && (
              <Button color="red" loading={stop.isPending} onClick={() => stop.mutate()}>
                {common.stop}
              </Button>
            )}
          </>
        )
      }
    >
      <Problem error={stop.error} />
      {record && (
        <>
          <Group gap="xl">
            <State status={record.status} reason={record.endReason} />
            <Fact name={common.user} value={record.consumerName ?? record.consumerIdentity ?? common.empty} />
            <Fact name={common.started} value={formatDateTime(record.startedAt)} />
            <Fact name={common.length} value={formatSeconds(secondsOf(record))} />
            <Fact
              name={texts.overview.answersWithin}
              value={turns.length ? texts.units.milliseconds(percentile(turns, 0.5)!) : common.empty}
            />
            <Fact name={words.engine} value={record.engine ?? words.ownAgent} />
          </Group>
          {record.endDetail && <Text c="red">{record.endDetail}</Text>}
          <Card withBorder>
            <Title order={2} mb="sm">
              {words.timeline}
            </Title>
            <Timeline record={record} />
          </Card>
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            <Card withBorder>
              <Title order={2} mb="sm">
                {words.transcript}
              </Title>
              {record.transcript.length === 0 && <Text c="dimmed">{words.silent}</Text>}
              <ol className="lines" aria-live={isLive ? 'polite' : undefined}>
                {record.transcript.map(({ id: line, author, content, recordedAt }) => (
                  <li key={line} className={author}>
                    {content}
                    <time dateTime={recordedAt}>{formatTime(recordedAt)}</time>
                  </li>
                ))}
              </ol>
            </Card>
            <Card withBorder>
              <Title order={2} mb="sm">
                {words.events}
              </Title>
              {record.timeline.map(({ type, content, recordedAt }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever added.
                <Group key={at} gap="sm" wrap="nowrap" align="baseline" mb={6}>
                  <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
                    {formatTime(recordedAt)}
                  </Text>
                  <Text size="sm" fw={600} style={{ whiteSpace: 'nowrap' }}>
                    {nameOf(words.types, type)}
                  </Text>
                  <Text size="sm" c="dimmed" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
                    {content}
                  </Text>
                </Group>
              ))}
            </Card>
          </SimpleGrid>
        </>
      )}
    </Page>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {name}
      </Text>
      <Text fw={600}>{value}</Text>
    </div>
  );
}
