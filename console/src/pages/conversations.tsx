import {
  Anchor,
  Badge,
  Button,
  Card,
  Group,
  Pagination,
  Select,
  SimpleGrid,
  Table,
  Text,
  TextInput,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { Conversation } from '@visavis/client';
import { useState } from 'react';
import { EraseUser } from '../components/erase-user.tsx';
import { ListProblem } from '../components/load-problem.tsx';
import { Note } from '../components/note.tsx';
import { EmptyState, Page } from '../components/page.tsx';
import { useSaveConversations } from '../components/save-conversations.tsx';
import { titleOf, userOf } from '../lib/conversation-names.ts';
import { summaryOf } from '../lib/conversation-rows.ts';
import { endReasonText } from '../lib/end-reason-text.ts';
import { formatDateTime, formatSeconds, nameOf } from '../lib/format.ts';
import { namesOf } from '../lib/queries.ts';
import { secondsOf } from '../lib/recent-conversations.ts';
import { api } from '../lib/session.ts';
import { fill, texts } from '../texts/texts.ts';

const { conversations: words, common } = texts;

const TAKE = 20;

const FILTERS = [
  'status',
  'endReason',
  'character',
  'agent',
  'user',
  'client',
  'rating',
  'search',
  'embed',
  'from',
  'until',
] as const;
type Filter = Record<(typeof FILTERS)[number], string>;
/** Values may be numbers: the router parses what looks like one. */
type Address = Partial<Record<keyof Filter | 'page', string | number>>;

const NAMED = [
  ['character', common.avatar],
  ['agent', texts.usage.parts.agent],
] as const;
const CHOICES: readonly [name: keyof Filter, label: string, names: Record<string, string>][] = [
  ['status', words.status, texts.statuses],
  ['endReason', words.endReason, texts.endReasons],
  ['rating', words.rating, words.ratings],
];
const INPUTS: readonly [name: keyof Filter, label: string, type: 'text' | 'date'][] = [
  ['user', common.user, 'text'],
  ['client', common.client, 'text'],
  ['from', words.from, 'date'],
  ['until', words.until, 'date'],
];

/** Each history entry has its own filter, which is kept in its address. */
export function Conversations() {
  const { search, state } = useLocation();
  return <FilteredConversations key={state.__TSR_index} address={search} />;
}

function FilteredConversations({ address }: { address: Address }) {
  const navigate = useNavigate();
  const [filter, setFilter] = useState(() => readAddress(address));
  const page = Math.max(1, Number(address.page) || 1);
  // Debounced, because each search reads whole transcripts.
  const [query] = useDebouncedValue(filter, 300);
  const show = (next: Filter, number?: number) => {
    setFilter(next);
    const search = { ...withoutEmpty(next), ...(number && { page: number }) };
    void navigate({ to: '/conversations', search: search as never, replace: true });
  };
  const change = (part: Partial<Filter>) => show({ ...filter, ...part });
  const names = {
    character: useQuery(namesOf('character')),
    agent: useQuery(namesOf('agent')),
  };
  const embeds = useQuery({ ...namesOf('embed'), enabled: filter.embed !== '' });
  const conversations = useQuery({
    queryKey: ['conversations', query, page],
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
    queryFn: () =>
      api.get('/v3/conversations', { query: { ...readFilter(query), take: TAKE, skip: (page - 1) * TAKE } }),
  });
  const saving = useSaveConversations(readFilter(query), query.search, conversations.data?.total ?? 0);
  const rows = conversations.data?.conversations ?? [];
  // Closed on a phone, where the filters would push the first conversation off the screen.
  const [isOpen, setOpen] = useState(
    () => matchMedia('(width >= 48em)').matches || FILTERS.some((name) => name !== 'search' && filter[name]),
  );
  const isFiltered = Object.values(filter).some((value) => value !== '');
  return (
    <Page title={common.conversations} about={words.about} query={conversations} actions={saving.button}>
      {saving.progress}
      <TextInput
        label={words.search}
        placeholder={words.searchExample}
        type="search"
        value={filter.search}
        onChange={(event) => change({ search: event.currentTarget.value })}
      />
      <Button variant="default" hiddenFrom="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {words.filters}
      </Button>
      <SimpleGrid cols={{ base: 2, sm: 3, md: 5 }} spacing="sm" display={isOpen ? undefined : 'none'}>
        {NAMED.map(([name, label]) => (
          <div key={name}>
            <Select
              label={label}
              placeholder={common.any}
              clearable
              searchable
              data={choicesOf(names[name].data, filter[name])}
              value={filter[name] || null}
              onChange={(value) => change({ [name]: value ?? '' })}
            />
            <ListProblem list={names[name]} />
          </div>
        ))}
        {CHOICES.map(([name, label, names]) => (
          <Select
            key={name}
            label={label}
            placeholder={common.any}
            clearable
            data={Object.entries(names).map(([value, text]) => ({ value, label: text }))}
            value={filter[name] || null}
            onChange={(value) => change({ [name]: value ?? '' })}
          />
        ))}
        {INPUTS.map(([name, label, type]) => (
          <TextInput
            key={name}
            label={label}
            type={type}
            value={filter[name]}
            onChange={(event) => change({ [name]: event.currentTarget.value })}
          />
        ))}
      </SimpleGrid>
      {filter.user.trim() && (
        <Group>
          <EraseUser user={filter.user.trim()} client={filter.client.trim()} />
        </Group>
      )}
      {filter.embed && (
        <Group gap="xs">
          <Text size="sm">
            {fill(words.ofEmbed, { embed: embeds.data?.get(filter.embed) ?? filter.embed })}
          </Text>
          <Button size="compact-xs" variant="light" onClick={() => change({ embed: '' })}>
            {words.showAll}
          </Button>
        </Group>
      )}
      {rows.length === 0 && conversations.data && (
        <EmptyState
          title={isFiltered ? words.noneFits : words.none}
          action={
            !isFiltered && (
              <Button component="a" href="../talk/">
                {words.talk}
              </Button>
            )
          }
        >
          {isFiltered ? words.noneFitsHelp : words.noneYet}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <Card padding={0} className="rows">
          <Table highlightOnHover verticalSpacing="sm" horizontalSpacing="md">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{texts.conversation.title}</Table.Th>
                <Table.Th>{common.state}</Table.Th>
                <Table.Th>{common.user}</Table.Th>
                <Table.Th>{common.started}</Table.Th>
                <Table.Th>{common.length}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((conversation) => (
                <Table.Tr key={conversation.id}>
                  <Table.Td>
                    <div>
                      <Anchor href={`#/conversations/${conversation.id}`} fw={600}>
                        {titleOf(conversation)}
                      </Anchor>
                      <Note lineClamp={2}>{summaryOf(conversation, query.search)}</Note>
                    </div>
                  </Table.Td>
                  <Table.Td className="short" data-label={common.state}>
                    <StatusBadge {...conversation} />
                  </Table.Td>
                  <Table.Td data-label={common.user}>{userOf(conversation) ?? common.empty}</Table.Td>
                  <Table.Td className="short" data-label={common.started}>
                    {formatDateTime(conversation.startedAt)}
                  </Table.Td>
                  <Table.Td className="short" data-label={common.length}>
                    {formatSeconds(secondsOf(conversation))}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Card>
      )}
      {(conversations.data?.total ?? 0) > TAKE && (
        <Pagination
          total={Math.ceil(conversations.data!.total / TAKE)}
          value={page}
          onChange={(number) => show(filter, number)}
          getControlProps={(control) => ({ 'aria-label': words.pages[control] })}
        />
      )}
    </Page>
  );
}

const readAddress = (address: Address): Filter =>
  Object.fromEntries(FILTERS.map((name) => [name, String(address[name] ?? '')])) as Filter;

/** Returns the choices of a filter, including the chosen one if it has been deleted. */
const choicesOf = (names: ReadonlyMap<string, string> = new Map(), chosen: string) =>
  [...(chosen && !names.has(chosen) ? [[chosen, chosen] as const] : []), ...names].map(([value, label]) => ({
    value,
    label,
  }));

const withoutEmpty = (filter: Partial<Filter>) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value.trim() !== ''));

export function StatusBadge({ status, endReason, timeline }: Conversation) {
  const color = status === 'running' ? 'teal' : status === 'ended' ? 'gray' : 'red';
  return (
    <Badge color={color} variant={status === 'running' ? 'filled' : 'light'} miw="max-content">
      {endReason === undefined ? nameOf(texts.statuses, status) : endReasonText(endReason, timeline)}
    </Badge>
  );
}

function readFilter({ from, until, ...rest }: Filter) {
  const day = (text: string, plus: number) => {
    const date = new Date(`${text}T00:00`);
    date.setDate(date.getDate() + plus);
    return date.toISOString();
  };
  return {
    ...withoutEmpty(rest),
    ...(from && { from: day(from, 0) }),
    ...(until && { until: day(until, 1) }),
  };
}
