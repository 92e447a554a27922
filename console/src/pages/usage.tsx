import { Button, Card, Select, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { download, formatSeconds } from '../lib/format.ts';
import { api } from '../lib/session.ts';
import { Empty, Page } from '../parts/page.tsx';

const MOST_USERS = 1_000;

/** The cycles of the last year, by a moment in each. */
const CYCLES = Array.from({ length: 12 }, (_, back) => {
  const now = new Date();
  const month = new Date(
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, Math.min(28, now.getUTCDate())),
  );
  return {
    value: month.toISOString(),
    label: back === 0 ? 'this cycle' : `${back} month${back > 1 ? 's' : ''} ago`,
  };
});

async function readUsage(from: string) {
  const first = await api.get('/v3/organizations/user-usage', { query: { from, take: 50 } });
  const users = [...first.users];
  while (users.length < Math.min(first.total, MOST_USERS)) {
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
  const day = (iso: string | undefined) => (iso ? new Date(iso).toLocaleDateString() : '');
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
      title="Usage"
      about="Seconds count from the join to the end; waiting is free."
      error={usage.error}
      loading={usage.isPending}
      actions={
        <>
          <Select
            aria-label="Billing cycle"
            data={CYCLES}
            value={from}
            allowDeselect={false}
            onChange={(value) => setFrom(value ?? CYCLES[0]!.value)}
          />
          <Button variant="default" disabled={users.length === 0} onClick={csv}>
            CSV
          </Button>
        </>
      }
    >
      {usage.data && (
        <Text size="sm" c="dimmed">
          {day(usage.data.cycleStart)} to {day(usage.data.cycleEnd)}
          {usage.data.total > MOST_USERS && `; the ${MOST_USERS} with most seconds of ${usage.data.total}`}
        </Text>
      )}
      {users.length === 0 ? (
        <Empty title="Nothing in this cycle">
          Who talks with an avatar is listed here, with seconds and charge.
        </Empty>
      ) : (
        <Card withBorder padding={0}>
          <Table.ScrollContainer minWidth={560} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
            <Table verticalSpacing="sm" horizontalSpacing="md">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>User</Table.Th>
                  <Table.Th>Client</Table.Th>
                  <Table.Th ta="right">Conversations</Table.Th>
                  <Table.Th ta="right">Talked</Table.Th>
                  <Table.Th ta="right">Charge</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {users.map((one) => (
                  <Table.Tr key={JSON.stringify([one.user, one.client, one.embedId])}>
                    <Table.Td style={{ overflowWrap: 'anywhere' }}>
                      {one.embedId ? `visitors of ${one.embedId}` : (one.user ?? '—')}
                    </Table.Td>
                    <Table.Td>{one.client ?? '—'}</Table.Td>
                    <Table.Td ta="right">{one.conversations}</Table.Td>
                    <Table.Td ta="right">{formatSeconds(one.seconds)}</Table.Td>
                    <Table.Td ta="right">{one.charge.toFixed(2)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Card>
      )}
    </Page>
  );
}
