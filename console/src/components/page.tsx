import { Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { texts } from '../texts/texts.ts';
import { LoadProblem } from './load-problem.tsx';

interface PageProps {
  title: string;
  about?: ReactNode;
  actions?: ReactNode;
  /** Its data must be loaded before the content is shown. */
  query?: { error?: Error | null | undefined; isPending: boolean };
  children?: ReactNode;
}

/** A page of the console: its heading, what it is for, and its content once that is loaded. */
export function Page({ title, about, actions, query, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · ${texts.common.product}`;
  }, [title]);
  return (
    <Stack gap="lg">
      <Group justify="space-between" gap="sm">
        <div style={{ flex: '1 1 20rem' }}>
          <Title order={1}>{title}</Title>
          {about && (
            <Text c="dimmed" mt={4} maw="70ch" style={{ textWrap: 'pretty' }}>
              {about}
            </Text>
          )}
        </div>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      <LoadProblem error={query?.error} isLoading={query?.isPending === true} />
      {query?.isPending ? (
        <Stack gap="sm" role="status" aria-busy="true" aria-label={texts.common.loading}>
          <Skeleton h={90} />
          <Skeleton h={90} />
          <Skeleton h={90} />
        </Stack>
      ) : (
        children
      )}
    </Stack>
  );
}

/** A section of a page, on its own card. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <Title order={2} mb="sm">
        {title}
      </Title>
      {children}
    </Card>
  );
}

export function EmptyState({
  title,
  children,
  action,
}: {
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <Stack align="center" gap="xs" py={48} ta="center" className="empty">
      <Title order={2}>{title}</Title>
      <Text c="dimmed" maw="50ch" style={{ textWrap: 'balance' }}>
        {children}
      </Text>
      {action}
    </Stack>
  );
}
