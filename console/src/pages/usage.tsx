import { Button, Card, Select, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { OwnOrganization, UserUsage } from '@visavis/client';
import { type ReactNode, useState } from 'react';
import { Icon } from '../components/icon.tsx';
import { Note } from '../components/note.tsx';
import { EmptyState, Page } from '../components/page.tsx';
import { UsageChart } from '../components/usage-chart.tsx';
import { toCsv } from '../lib/csv.ts';
import { download } from '../lib/download.ts';
import { formatDate, formatSeconds } from '../lib/format.ts';
import { namesOf, OWN_ORGANIZATION } from '../lib/queries.ts';
import { api } from '../lib/session.ts';
import { fill, locale, texts } from '../texts/texts.ts';

const { usage: words, common } = texts;

const MAX_USERS = 1_000;

const charges = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const months = new Intl.RelativeTimeFormat(locale);

type User = UserUsage['users'][number];
/** Whether the optional columns are shown; they are left out if they would be empty. */
interface Columns {
  client: boolean;
  charge: boolean;
}
/** Users with generated names, who share one row. */
interface UserGroup {
  name: string;
  sum: User;
  users: User[];
}

/** Generated user names: the talk page, the console and the service generate a new one each time. */
const GENERATED_NAME = /^(talk|console|consumer)-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

const MAX_CYCLES = 12;

/** Returns the billing cycles since the organization exists, the current one first; each is named by its start. */
function cyclesOf({ anchorDay, createdAt }: OwnOrganization): { value: string; label: string }[] {
  const now = new Date();
  const month = now.getUTCMonth() - (now.getUTCDate() < anchorDay ? 1 : 0);
  const startOf = (back: number) => new Date(Date.UTC(now.getUTCFullYear(), month - back, anchorDay));
  const cycles = [{ value: startOf(0).toISOString(), label: words.thisCycle }];
  while (cycles.length < MAX_CYCLES && cycles.at(-1)!.value > createdAt) {
    const back = cycles.length;
    cycles.push({ value: startOf(back).toISOString(), label: months.format(-back, 'month') });
  }
  return cycles;
}

async function readUsage(from: string | undefined) {
  const first = await api.get('/v3/organizations/user-usage', { query: { ...(from && { from }), take: 50 } });
  const users = [...first.users];
  while (users.length < Math.min(first.total, MAX_USERS)) {
    const next = await api.get('/v3/organizations/user-usage', {
      query: { ...(from && { from }), take: 50, skip: users.length },
    });
    if (next.users.length === 0) break;
    users.push(...next.users);
  }
  return { ...first, users };
}

export function Usage() {
  const organization = useQuery(OWN_ORGANIZATION);
  const cycles = organization.data && cyclesOf(organization.data);
  /** The start of the chosen cycle; the current one if absent. */
  const [from, setFrom] = useState<string>();
  const usage = useQuery({ queryKey: ['usage', from], queryFn: () => readUsage(from) });
  const embeds = useQuery(namesOf('embed'));
  const users = usage.data?.users ?? [];
  const has: Columns = {
    client: users.some(({ client }) => client !== undefined),
    // Without a price, no currency is shown.
    charge: users.some(({ charge }) => charge > 0),
  };
  const csv = () => {
    const header = ['user', 'client', 'embed', 'conversations', 'seconds', 'charge'];
    const rows = users.map((row) => {
      const { user, client, embedId, conversations, seconds, charge } = row;
      return [user, client, embedId, conversations, seconds, charge];
    });
    download(`usage-${usage.data?.cycleStart.slice(0, 10)}.csv`, 'text/csv', toCsv([header, ...rows]));
  };
  return (
    <Page
      title={words.title}
      about={words.about}
      query={{
        error: organization.error ?? usage.error,
        isPending: organization.isPending || usage.isPending,
      }}
      actions={
        <>
          {cycles && cycles.length > 1 && (
            <Select
              aria-label={words.cycle}
              data={cycles}
              value={from ?? cycles[0]!.value}
              allowDeselect={false}
              onChange={(value) => setFrom(value ?? undefined)}
            />
          )}
          <Button variant="default" disabled={users.length === 0} onClick={csv}>
            {words.csv}
          </Button>
        </>
      }
    >
      {usage.data && organization.data && <Period {...usage.data} createdAt={organization.data.createdAt} />}
      {users.length === 0 && usage.data && (
        <EmptyState
          title={words.none}
          action={
            <Button component="a" href="../talk/">
              {texts.conversations.talk}
            </Button>
          }
        >
          {words.noneYet}
        </EmptyState>
      )}
      {users.length > 0 && <UsageChart from={from} />}
      {users.length > 0 && (
        <Card padding={0} className="rows">
          <Table verticalSpacing="sm" horizontalSpacing="md">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{common.user}</Table.Th>
                {has.client && <Table.Th>{common.client}</Table.Th>}
                <Table.Th ta="right">{common.conversations}</Table.Th>
                <Table.Th ta="right">{texts.overview.talked}</Table.Th>
                {has.charge && <Table.Th ta="right">{words.charge}</Table.Th>}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {groupGeneratedNames(users).map((row) =>
                'users' in row ? (
                  <UserGroupRows key={row.name} has={has} {...row} />
                ) : (
                  <UserRow
                    key={JSON.stringify([row.user, row.client, row.embedId])}
                    user={row}
                    has={has}
                    embeds={embeds.data}
                  />
                ),
              )}
            </Table.Tbody>
          </Table>
        </Card>
      )}
    </Page>
  );
}

function UserRow(props: {
  user: User;
  has: Columns;
  /** Names by ids. */
  embeds?: ReadonlyMap<string, string> | undefined;
  children?: ReactNode;
}) {
  const { user, has, embeds, children } = props;
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {children ??
          (user.embedId
            ? fill(words.visitorsOf, { embed: embeds?.get(user.embedId) ?? user.embedId })
            : (user.user ?? words.nameless))}
      </Table.Td>
      {has.client && <Table.Td data-label={common.client}>{user.client ?? common.empty}</Table.Td>}
      <Table.Td ta="right" data-label={common.conversations}>
        {user.conversations}
      </Table.Td>
      <Table.Td ta="right" data-label={texts.overview.talked}>
        {formatSeconds(user.seconds)}
      </Table.Td>
      {has.charge && (
        <Table.Td ta="right" data-label={words.charge}>
          {charges.format(user.charge)}
        </Table.Td>
      )}
    </Table.Tr>
  );
}

function UserGroupRows({ name, sum, users, has }: UserGroup & { has: Columns }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <UserRow user={sum} has={has}>
        <Button
          size="compact-sm"
          variant="subtle"
          px={0}
          aria-expanded={isOpen}
          rightSection={<Icon symbol={isOpen ? 'opened' : 'closed'} />}
          onClick={() => setOpen(!isOpen)}
        >
          {name}
        </Button>
      </UserRow>
      {isOpen &&
        users.map((user) => (
          <UserRow key={user.user} user={user} has={has}>
            <Text span size="sm" pl="lg">
              {user.user}
            </Text>
          </UserRow>
        ))}
    </>
  );
}

/** Combines users with generated names into one row each, and sorts all rows by seconds, the longest first. */
function groupGeneratedNames(users: readonly User[]): (User | UserGroup)[] {
  const usersByGroup = new Map<string, User[]>();
  const others: User[] = [];
  for (const user of users) {
    const [, by] = GENERATED_NAME.exec(user.user ?? '') ?? [];
    if (!by) others.push(user);
    else {
      const key = JSON.stringify([by, user.client]);
      usersByGroup.set(key, [...(usersByGroup.get(key) ?? []), user]);
    }
  }
  const grouped = [...usersByGroup].map(([key, members]) => {
    const [by, client] = JSON.parse(key) as [keyof typeof words.unnamed, string | undefined];
    const total = (name: 'conversations' | 'seconds' | 'charge') =>
      members.reduce((all, user) => all + user[name], 0);
    const sum = {
      client,
      conversations: total('conversations'),
      seconds: total('seconds'),
      charge: total('charge'),
    };
    const unnamed = words.unnamed[by];
    return { name: fill(unnamed, { count: members.length }), sum, users: members };
  });
  const secondsIn = (row: User | UserGroup) => ('users' in row ? row.sum : row).seconds;
  return [...others, ...grouped].sort((a, b) => secondsIn(b) - secondsIn(a));
}

/** The cycle's days, from the day on which the organization was created. */
function Period(props: { cycleStart: string; cycleEnd: string; total: number; createdAt: string }) {
  const { cycleStart, cycleEnd, total, createdAt } = props;
  const [, from] = [createdAt, cycleStart].sort() as [string, string];
  const days = { from: formatDate(from), to: formatDate(cycleEnd) };
  return (
    <Note>
      {total > MAX_USERS
        ? fill(words.most, { ...days, shown: MAX_USERS, all: total })
        : fill(words.period, days)}
    </Note>
  );
}
