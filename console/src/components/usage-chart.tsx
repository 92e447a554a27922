import { Progress, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay, formatSeconds } from '../lib/format.ts';
import { readNames } from '../lib/queries.ts';
import { api } from '../lib/session.ts';
import { fill, texts } from '../texts/texts.ts';
import { LoadProblem } from './load-problem.tsx';
import { Section } from './page.tsx';

const words = texts.usage;
type Part = keyof typeof words.parts;

async function readParts(by: Part, from: string | undefined) {
  const { parts } = await api.get('/v3/organizations/usage', { query: { by, ...(from && { from }) } });
  const names = by === 'day' ? new Map<string, string>() : await readNames(by);
  const nameOf = (key: string) => (by === 'day' ? formatDay(key) : (names.get(key) ?? key));
  return parts.map(({ key, ...used }) => ({ ...used, name: key ? nameOf(key) : words.noPart }));
}

/** Shows the talking time of a billing cycle, by default of the current one, in bars, by day or by what users talked with. */
export function UsageChart({ from }: { from: string | undefined }) {
  const [by, setBy] = useState<Part>('day');
  const usage = useQuery({ queryKey: ['usage', by, from], queryFn: () => readParts(by, from) });
  const maxSeconds = Math.max(1, ...(usage.data ?? []).map(({ seconds }) => seconds));
  return (
    <Section title={words.chart}>
      <SegmentedControl
        aria-label={words.by}
        mb="md"
        value={by}
        onChange={(part) => setBy(part as Part)}
        data={Object.entries(words.parts).map(([value, label]) => ({ value, label }))}
      />
      <LoadProblem error={usage.error} isLoading={usage.isPending} />
      {usage.data?.length === 0 && <Text c="dimmed">{words.none}</Text>}
      <Stack component="ul" gap="xs" className="usage">
        {usage.data?.map(({ name, seconds, conversations }) => (
          <li key={name}>
            <span>{name}</span>
            <Text span size="sm" c="dimmed">
              {fill(words.used, { talked: formatSeconds(seconds), count: conversations })}
            </Text>
            <Progress value={(seconds / maxSeconds) * 100} aria-hidden />
          </li>
        ))}
      </Stack>
    </Section>
  );
}
