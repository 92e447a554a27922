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
import { useState } from 'react';
import { formatDateTime, formatSeconds, nameOf } from '../lib/format.ts';
import { secondsOf } from '../lib/recent.ts';
import { api } from '../lib/session.ts';
import { EraseUser } from '../parts/erase-user.tsx';
import { Empty, Page } from '../parts/page.tsx';
import { texts } from '../texts/texts.ts';

const { conversations: words, common } = texts;

const TAKE = 20;
const STATUSES = choices(texts.statuses);
const REASONS = choices(texts.endReasons);

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
      title={common.conversations}
      about={words.about}
      error={conversations.error}
      loading={conversations.isPending}
    >
      <SimpleGrid cols={{ base: 2, sm: 3, md: 6 }} spacing="sm">
        <Select
          label={words.status}
          placeholder={common.any}
          clearable
          data={STATUSES}
          value={filter.status || null}
          onChange={(status) => change({ status: status ?? '' })}
        />
        <Select
          label={words.endReason}
          placeholder={common.any}
          clearable
          data={REASONS}
          value={filter.endReason || null}
          onChange={(endReason) => change({ endReason: endReason ?? '' })}
        />
        <TextInput
          label={common.user}
          value={filter.user}
          onChange={(event) => change({ user: event.currentTarget.value })}
        />
        <TextInput
          label={common.client}
          value={filter.client}
          onChange={(event) => change({ client: event.currentTarget.value })}
        />
        <TextInput
          label={words.from}
          type="date"
          value={filter.from}
          onChange={(event) => change({ from: event.currentTarget.value })}
        />
        <TextInput
          label={words.until}
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
          <Text size="sm">{words.ofEmbed(filter.embed)}</Text>
          <Button size="compact-xs" variant="light" onClick={() => change({ embed: '' })}>
            {words.showAll}
          </Button>
        </Group>
      )}
      {rows.length === 0 && conversations.data && (
        <Empty
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
        </Empty>
      )}
      {rows.length > 0 && (
        <Card withBorder padding={0}>
          <Table.ScrollContainer minWidth={620} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
            <Table highlightOnHover verticalSpacing="sm" horizontalSpacing="md">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{words.conversation}</Table.Th>
                  <Table.Th>{common.user}</Table.Th>
                  <Table.Th>{common.started}</Table.Th>
                  <Table.Th>{common.length}</Table.Th>
                  <Table.Th>{common.state}</Table.Th>
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
                      {one.embedId
                        ? words.visitor
                        : (one.consumerName ?? one.consumerIdentity ?? common.empty)}
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
          getControlProps={(control) => ({ 'aria-label': words.pages[control] })}
        />
      )}
    </Page>
  );
}

export function State({ status, reason }: { status: string; reason: string | undefined }) {
  const color = status === 'running' ? 'teal' : status === 'ended' ? 'gray' : 'red';
  return (
    <Badge color={color} variant={status === 'running' ? 'filled' : 'light'} tt="none">
      {reason === undefined ? nameOf(texts.statuses, status) : nameOf(texts.endReasons, reason)}
    </Badge>
  );
}

function choices(names: Record<string, string>) {
  return Object.entries(names).map(([value, label]) => ({ value, label }));
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
