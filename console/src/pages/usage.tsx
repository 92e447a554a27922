import { Button, Card, Select, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { download, formatDate, formatSeconds } from '../lib/format.ts';
import { api } from '../lib/session.ts';
import { Empty, Page } from '../parts/page.tsx';
import { UsageChart } from '../parts/usage-chart.tsx';
import { fill, locale, texts } from '../texts/texts.ts';

const { usage: words, common } = texts;

const MAX_USERS = 1_000;

const charges = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const months = new Intl.RelativeTimeFormat(locale);

/** The cycles of the last year, by a moment in each. */
const CYCLES = Array.from({ length: 12 }, (_, back) => {
  const now = new Date();
  const month = new Date(
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, Math.min(28, now.getUTCDate())),
  );
  return {
    value: month.toISOString(),
    label: back === 0 ? words.thisCycle : months.format(-back, 'month'),
  };
});

async function readUsage(from: string) {
  const first = await api.get('/v3/organizations/user-usage', { query: { from, take: 50 } });
  const users = [...first.users];
  while (users.length < Math.min(first.total, MAX_USERS)) {
    const next = await api.get('/v3/organizations/user-usage', {
      query: { from, take: 50, skip: users.length },
    });
    if (next.users.length === 0) break;
    users.push(...next.users);
  }
  return { ...first, users };
}

export function Usage() {
  const [from, setFrom] = useState(CYCLES[0]!.value);
  const usage = useQuery({ queryKey: ['usage', from], queryFn: () => readUsage(from) });
  const users = usage.data?.users ?? [];
  // Without a price there is no currency to speak of.
  const isPriced = users.some(({ charge }) => charge > 0);
  const csv = () => {
    const cell = (value: string | number | undefined) => {
      const text = String(value ?? '');
      // A cell that begins so would be run as a formula.
      const safe = /^[=+\-@\t\r]/.test(text) && typeof value === 'string' ? `'${text}` : text;
      return `"${safe.replaceAll('"', '""')}"`;
    };
    const lines = users.map((one) =>
      [one.user, one.client, one.embedId, one.conversations, one.seconds, one.charge].map(cell).join(','),
    );
    const head = 'user,client,embed,conversations,seconds,charge';
    download(
      `usage-${usage.data?.cycleStart.slice(0, 10)}.csv`,
      'text/csv',
      [head, ...lines, ''].join('\r\n'),
    );
  };
  return (
    <Page
      title={words.title}
      about={words.about}
      error={usage.error}
      loading={usage.isPending}
      actions={
        <>
          <Select
            aria-label={words.cycle}
            data={CYCLES}
            value={from}
            allowDeselect={false}
            onChange={(value) => setFrom(value ?? CYCLES[0]!.value)}
          />
          <Button variant="default" disabled={users.length === 0} onClick={csv}>
            {words.csv}
          </Button>
        </>
      }
    >
      {usage.data && <Period {...usage.data} />}
      {users.length === 0 && usage.data && (
        <Empty
          title={words.none}
          action={
            <Button component="a" href="../talk/">
              {texts.conversations.talk}
            </Button>
          }
        >
          {words.noneYet}
        </Empty>
      )}
      {users.length > 0 && <UsageChart from={from} />}
      {users.length > 0 && (
        <Card withBorder padding={0} className="rows">
          <Table verticalSpacing="sm" horizontalSpacing="md">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{common.user}</Table.Th>
                <Table.Th>{common.client}</Table.Th>
                <Table.Th ta="right">{common.conversations}</Table.Th>
                <Table.Th ta="right">{words.talked}</Table.Th>
                {isPriced && <Table.Th ta="right">{words.charge}</Table.Th>}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {users.map((one) => (
                <Table.Tr key={JSON.stringify([one.user, one.client, one.embedId])}>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>
                    {one.embedId
                      ? fill(words.visitorsOf, { embed: one.embedId })
                      : (one.user ?? common.empty)}
                  </Table.Td>
                  <Table.Td data-label={common.client}>{one.client ?? common.empty}</Table.Td>
                  <Table.Td ta="right" data-label={common.conversations}>
                    {one.conversations}
                  </Table.Td>
                  <Table.Td ta="right" data-label={words.talked}>
                    {formatSeconds(one.seconds)}
                  </Table.Td>
                  {isPriced && (
                    <Table.Td ta="right" data-label={words.charge}>
                      {charges.format(one.charge)}
                    </Table.Td>
                  )}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Card>
      )}
    </Page>
  );
}

function Period({ cycleStart, cycleEnd, total }: { cycleStart: string; cycleEnd: string; total: number }) {
  const days = { from: formatDate(cycleStart), to: formatDate(cycleEnd) };
  return (
    <Text size="sm" c="dimmed">
      {total > MAX_USERS
        ? fill(words.most, { ...days, shown: MAX_USERS, all: total })
        : fill(words.period, days)}
    </Text>
  );
}
