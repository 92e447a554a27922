import {
  Alert,
  Anchor,
  Badge,
  Card,
  Group,
  Progress,
  SimpleGrid,
  Stack,
  Text,
  ThemeIcon,
  VisuallyHidden,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Conversation } from '@visavis/client';
import { Icon } from '../components/icon.tsx';
import { Note } from '../components/note.tsx';
import { EmptyState, Page, Section } from '../components/page.tsx';
import { TextWithCode } from '../components/text-with-code.tsx';
import { allInOrder } from '../lib/all-in-order.ts';
import { titleOf } from '../lib/conversation-names.ts';
import { formatDateTime, formatMilliseconds, formatSeconds, nameOf } from '../lib/format.ts';
import { percentile } from '../lib/percentile.ts';
import { nameOfEngine } from '../lib/providers.ts';
import {
  latenciesOf,
  MAX_RECENT,
  missingSetting,
  RECENT_DAYS,
  totalSeconds,
  useRecentConversations,
} from '../lib/recent-conversations.ts';
import { mayChange } from '../lib/roles.ts';
import { api } from '../lib/session.ts';
import { fill, formatNumber, locale, texts } from '../texts/texts.ts';

const { overview: words, common } = texts;

/** With fewer answers than this, a percentile means nothing. */
const FEW_TURNS = 20;

export function Overview() {
  const concurrency = useQuery({
    queryKey: ['concurrency'],
    queryFn: () => api.get('/v3/organizations/concurrency'),
    refetchInterval: 5_000,
  });
  const recent = useRecentConversations();
  const steps = useQuery({ queryKey: ['steps'], queryFn: readSteps });
  const conversations = recent.data ?? [];
  const turns = conversations.flatMap(latenciesOf);
  const [latest] = conversations;
  const ms = (share: number) => {
    const value = percentile(turns, share);
    return value === undefined ? common.empty : formatMilliseconds(value);
  };
  // New users see the next steps before empty charts.
  const isNew = recent.data?.length === 0;
  // The last step does not count: it is for programs.
  const isBeginner = steps.data?.slice(0, -1).some(({ isDone }) => !isDone) === true;
  const next = mayChange() && (
    <Section title={words.next}>
      <Stack gap="xs">
        {(steps.data ?? []).map(({ name, isDone, href }) => (
          <Group key={name} gap="sm" wrap="nowrap">
            <ThemeIcon variant={isDone ? 'filled' : 'default'} radius="xl" size="sm" aria-hidden>
              {isDone && <Icon symbol="check" />}
            </ThemeIcon>
            <Anchor href={href} c={isDone ? 'dimmed' : undefined}>
              {name}
            </Anchor>
            {isDone && <VisuallyHidden>{words.done}</VisuallyHidden>}
          </Group>
        ))}
      </Stack>
    </Section>
  );
  return (
    <Page
      title={words.title}
      query={{
        error: concurrency.error ?? recent.error ?? steps.error,
        isPending: recent.isPending || steps.isPending,
      }}
    >
      {isNew && next}
      <SimpleGrid cols={{ base: 2, sm: 4 }}>
        <StatCard
          name={words.liveNow}
          value={String(concurrency.data?.active ?? common.empty)}
          note={fill(words.liveLimit, { limit: String(concurrency.data?.limit ?? common.empty) })}
        />
        <StatCard
          name={common.conversations}
          value={String(recent.data?.length ?? common.empty)}
          note={fill(words.inDays, { days: RECENT_DAYS })}
        />
        <StatCard
          name={words.talked}
          value={recent.data ? formatSeconds(totalSeconds(recent.data)) : common.empty}
          note={fill(words.inDays, { days: RECENT_DAYS })}
        />
        <StatCard
          name={words.answerTime}
          value={ms(0.5)}
          note={
            turns.length === 0
              ? words.noTurns
              : fill(turns.length < FEW_TURNS ? words.fewTurns : words.turns, {
                  count: turns.length,
                  most: ms(0.95),
                })
          }
        />
      </SimpleGrid>
      {conversations.length >= MAX_RECENT && <Note>{fill(words.newest, { conversations: MAX_RECENT })}</Note>}
      {latest?.engine === 'builtin' && (
        <Alert color="yellow" variant="outline" className="notice" title={words.demo}>
          <TextWithCode text={demoAbout(latest)} />{' '}
          <Anchor href="#/model-servers" size="sm" underline="always">
            {fill(words.demoServer, { page: texts.modelServers.title })}
          </Anchor>{' '}
          {!missingSetting(latest) && <TextWithCode text={words.demoOperator} />}
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {!isNew && isBeginner && next}
        <Section title={words.starts}>{recent.data && <Days conversations={recent.data} />}</Section>
        <Section title={words.endings}>{recent.data && <Endings conversations={recent.data} />}</Section>
        {!isNew && !isBeginner && next}
        <Section title={words.latest}>
          <Stack gap={6}>
            {conversations.slice(0, 6).map((conversation) => (
              <Group key={conversation.id} justify="space-between" wrap="nowrap">
                <Anchor href={`#/conversations/${conversation.id}`} truncate>
                  {titleOf(conversation)}
                </Anchor>
                <Note style={{ whiteSpace: 'nowrap' }}>
                  {conversation.status === 'running' ? (
                    <Badge variant="filled" color="teal">
                      {texts.statuses.running}
                    </Badge>
                  ) : (
                    formatDateTime(conversation.startedAt)
                  )}
                </Note>
              </Group>
            ))}
            {recent.data?.length === 0 && <Text c="dimmed">{words.none}</Text>}
          </Stack>
        </Section>
      </SimpleGrid>
    </Page>
  );
}

function demoAbout(conversation: Conversation): string {
  const missing = missingSetting(conversation);
  if (!missing) return words.demoAbout;
  return fill(words.demoWithoutKey, { provider: nameOfEngine(missing.provider), setting: missing.setting });
}

function StatCard({ name, value, note }: { name: string; value: string; note: string }) {
  return (
    <Card>
      <Note>{name}</Note>
      <Text fw={700} fz={{ base: 22, sm: 28 }} lh={1.2} mt="auto" style={{ whiteSpace: 'nowrap' }}>
        {value}
      </Text>
      <Text size="xs" c="dimmed">
        {note}
      </Text>
    </Card>
  );
}

const dayOfMonth = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });

function Days({ conversations }: { conversations: readonly Conversation[] }) {
  const days = Array.from({ length: RECENT_DAYS }, (_, back) => {
    const day = new Date(Date.now() - (RECENT_DAYS - 1 - back) * 86_400_000);
    const label = dayOfMonth.format(day);
    const started = conversations.filter(
      (conversation) => new Date(conversation.startedAt).toDateString() === day.toDateString(),
    );
    return { label, count: started.length, seconds: totalSeconds(started) };
  });
  const maxCount = Math.max(1, ...days.map(({ count }) => count));
  const dayTexts = days
    .filter(({ count }) => count > 0)
    .map(({ label, count }) => fill(words.day, { day: label, conversations: count }));
  return (
    <>
      <div
        className="bars"
        role="img"
        aria-label={dayTexts.length > 0 ? fill(words.startsRead, { days: dayTexts }) : words.noStarts}
      >
        {days.map(({ label, count, seconds }) => (
          <div
            key={label}
            title={fill(words.dayTalked, {
              day: label,
              conversations: count,
              talked: formatSeconds(seconds),
            })}
            style={{ height: `${Math.max(2, (count / maxCount) * 100)}%` }}
            data-empty={count === 0 || undefined}
          />
        ))}
      </div>
      <Group justify="space-between" mt={6}>
        <Text size="xs" c="dimmed">
          {days[0]!.label}
        </Text>
        <Text size="xs" c="dimmed">
          {words.today}
        </Text>
      </Group>
    </>
  );
}

function Endings({ conversations }: { conversations: readonly Conversation[] }) {
  const counts = new Map<string, number>();
  for (const { endReason } of conversations)
    if (endReason) counts.set(endReason, (counts.get(endReason) ?? 0) + 1);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (total === 0) return <EmptyState title={words.noEndings}>{words.noEndingsYet}</EmptyState>;
  return (
    <Stack gap="xs">
      {[...counts]
        .sort(([, a], [, b]) => b - a)
        .map(([reason, count]) => (
          <div key={reason}>
            <Group justify="space-between">
              <Anchor href={`#/conversations?endReason=${reason}`} size="sm">
                {nameOf(texts.endReasons, reason)}
              </Anchor>
              <Text size="sm">{formatNumber(count)}</Text>
            </Group>
            <Progress value={(count / total) * 100} aria-hidden />
          </div>
        ))}
    </Stack>
  );
}

async function readSteps() {
  const [conversations, knowledge, avatars, embeds, webhooks] = await allInOrder([
    api.get('/v3/conversations', { query: { take: 50 } }),
    api.get('/v3/knowledge-bases', { query: { take: 50 } }),
    api.get('/v1/avatars', { query: { take: 50 } }),
    api.get('/v3/embeds', { query: { take: 1 } }),
    api.get('/v3/webhooks', { query: { take: 1 } }),
  ]);
  const hasDocuments = knowledge.items.some(({ documents }) =>
    documents.some(({ status }) => status === 'indexed'),
  );
  // The gallery avatars are all created together with the organization.
  const seededAt = avatars.avatars.at(-1)?.createdAt ?? '';
  const hasOwnAvatar = avatars.avatars.some(
    ({ createdAt }) => Date.parse(createdAt) - Date.parse(seededAt) > 5_000,
  );
  const hasTalked = conversations.conversations.some(({ joinedAt }) => joinedAt !== undefined);
  return [
    { name: texts.conversations.talk, isDone: hasTalked, href: '../talk/' },
    { name: words.steps.avatar, isDone: hasOwnAvatar, href: '#/avatars/new' },
    { name: words.steps.documents, isDone: hasDocuments, href: '#/knowledge' },
    { name: words.steps.website, isDone: embeds.total > 0, href: '#/embeds' },
    { name: words.steps.webhook, isDone: webhooks.total > 0, href: '#/webhooks' },
  ];
}
