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
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { Conversation } from '@visavis/client';
import { useState } from 'react';
import { formatDateTime, formatSeconds, words } from '../lib/format.ts';
import { secondsOf } from '../lib/recent.ts';
import { api } from '../lib/session.ts';
import { EraseUser } from '../parts/erase-user.tsx';
import { Empty, Page } from '../parts/page.tsx';

const TAKE = 20;
const STATUSES = ['running', 'ended', 'error', 'blocked'] as const;
/** Why a conversation ended: the compiler refuses a list that is not the API's. */
const REASONS = Object.keys({
  stopped: true,
  consumer_left: true,
  max_duration: true,
  never_joined: true,
  idle: true,
  provider_error: true,
  avatar_error: true,
  host_unreachable: true,
  shutdown: true,
  crashed: true,
  quota: true,
} satisfies Record<NonNullable<Conversation['endReason']>, true>);

interface Filter {
  status: string;
  endReason: string;
  user: string;
  client: string;
  embed: string;
  from: string;
  until: string;
}

export function Conversations() {
  const { search } = useLocation();
  const given = search as Partial<Filter>;
  const [filter, setFilter] = useState<Filter>({
    status: '',
    endReason: given.endReason ?? '',
    user: '',
    client: '',
    embed: given.embed ?? '',
    from: '',
    until: '',
  });
  const [page, setPage] = useState(1);
  const change = (part: Partial<Filter>) => {
    setPage(1);
    setFilter((now) => ({ ...now, ...part }));
  };
  const conversations = useQuery({
    queryKey: ['conversations', filter, page],
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
    queryFn: () =>
      api.get('/v3/conversations', { query: { ...readFilter(filter), take: TAKE, skip: (page - 1) * TAKE } }),
  });
  const rows = conversations.data?.conversations ?? [];
  const isFiltered = Object.values(filter).some((value) => value !== '');
  return (
    <Page
      title="Conversations"
      about="What is being said, and what was said. Open one to read it."
      error={conversations.error}
      loading={conversations.isPending}
    >
      <SimpleGrid cols={{ base: 2, sm: 3, md: 6 }} spacing="sm">
        <Select
          label="Status"
          placeholder="any"
          clearable
          data={STATUSES.map((value) => ({ value, label: value }))}
          value={filter.status || null}
          onChange={(status) => change({ status: status ?? '' })}
        />
        <Select
          label="Ended because"
          placeholder="any"
          clearable
          data={REASONS.map((value) => ({ value, label: words(value) }))}
          value={filter.endReason || null}
          onChange={(endReason) => change({ endReason: endReason ?? '' })}
        />
        <TextInput
          label="User"
          value={filter.user}
          onChange={(event) => change({ user: event.currentTarget.value })}
        />
        <TextInput
          label="Client"
          value={filter.client}
          onChange={(event) => change({ client: event.currentTarget.value })}
        />
        <TextInput
          label="From"
          type="date"
          value={filter.from}
          onChange={(event) => change({ from: event.currentTarget.value })}
        />
        <TextInput
          label="Until"
          type="date"
          value={filter.until}
          onChange={(event) => change({ until: event.currentTarget.value })}
        />
      </SimpleGrid>
      {filter.user.trim() && (
        <Group>
          <EraseUser user={filter.user.trim()} client={filter.client.trim()} />
        </Group>
      )}
      {filter.embed && (
        <Group gap="xs">
          <Text size="sm">Of the embed {filter.embed}</Text>
          <Button size="compact-xs" variant="light" onClick={() => change({ embed: '' })}>
            Show all
          </Button>
        </Group>
      )}
      {rows.length === 0 ? (
        <Empty
          title={isFiltered ? 'No conversation fits' : 'No conversation yet'}
          action={
            !isFiltered && (
              <Button component="a" href="../talk/">
                Talk with an avatar
              </Button>
            )
          }
        >
          {isFiltered ? 'Loosen the filter above.' : 'They are listed here from the first word on.'}
        </Empty>
      ) : (
        <Card withBorder padding={0}>
          <Table.ScrollContainer minWidth={620} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
            <Table highlightOnHover verticalSpacing="sm" horizontalSpacing="md">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Conversation</Table.Th>
                  <Table.Th>User</Table.Th>
                  <Table.Th>Started</Table.Th>
                  <Table.Th>Length</Table.Th>
                  <Table.Th>State</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map((one) => (
                  <Table.Tr key={one.id}>
                    <Table.Td>
                      <Anchor href={`#/conversations/${one.id}`} fw={600}>
                        {one.name}
                      </Anchor>
                    </Table.Td>
                    <Table.Td>
                      {one.embedId ? 'a visitor' : (one.consumerName ?? one.consumerIdentity ?? '—')}
                    </Table.Td>
                    <Table.Td>{formatDateTime(one.startedAt)}</Table.Td>
                    <Table.Td>{formatSeconds(secondsOf(one))}</Table.Td>
                    <Table.Td>
                      <State status={one.status} reason={one.endReason} />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Card>
      )}
      {(conversations.data?.total ?? 0) > TAKE && (
        <Pagination
          total={Math.ceil(conversations.data!.total / TAKE)}
          value={page}
          onChange={setPage}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        />
      )}
    </Page>
  );
}

export function State({ status, reason }: { status: string; reason: string | undefined }) {
  const color = status === 'running' ? 'teal' : status === 'ended' ? 'gray' : 'red';
  return (
    <Badge color={color} variant={status === 'running' ? 'filled' : 'light'} tt="none">
      {status === 'running' ? 'live' : words(reason ?? status)}
    </Badge>
  );
}

function readFilter({ from, until, ...rest }: Filter) {
  const day = (text: string, plus: number) => {
    const date = new Date(`${text}T00:00`);
    date.setDate(date.getDate() + plus);
    return date.toISOString();
  };
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value.trim() !== ''));
  return { ...given, ...(from && { from: day(from, 0) }), ...(until && { until: day(until, 1) }) };
}
