import { Badge, Box, Button, Card, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Organization } from '@visavis/client';
import { useState } from 'react';
import { formatBytes, formatDateTime, formatSeconds } from '../lib/format.ts';
import { operator } from '../lib/operator.ts';
import { NameForm } from '../parts/name-form.tsx';
import { OrganizationForm } from '../parts/organization-form.tsx';
import { Empty, Page } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { removeLater } from '../parts/remove-later.ts';
import { ShownOnce } from '../parts/shown-once.tsx';

/** For the operator: who may use the service, and how much. */
export function Organizations() {
  const cache = useQueryClient();
  const organizations = useQuery({
    queryKey: ['organizations'],
    queryFn: async () => {
      const found: Organization[] = [];
      for await (const one of operator.list('/admin/organizations', { query: { take: 50 } })) found.push(one);
      return found;
    },
  });
  const reload = () => void cache.invalidateQueries({ queryKey: ['organizations'] });
  const create = useMutation({
    mutationFn: (name: string) => operator.post('/admin/organizations', { body: { name } }),
    onSuccess: reload,
  });
  return (
    <Page
      title="Organizations"
      about="Each has its own avatars, knowledge, conversations and keys, and sees nothing of the others."
      error={organizations.error}
      loading={organizations.isPending}
    >
      <NameForm label="New organization" required create={create} />
      <Stack gap="sm">
        {organizations.data?.map((organization) => (
          <OrganizationCard key={organization.id} organization={organization} onChanged={reload} />
        ))}
      </Stack>
      {organizations.data?.length === 0 && <Empty title="None yet">Give the first one a name above.</Empty>}
    </Page>
  );
}

function OrganizationCard({
  organization,
  onChanged,
}: {
  organization: Organization;
  onChanged: () => void;
}) {
  const { id, name, plan, limits, createdAt } = organization;
  const [isOpen, setOpen] = useState(false);
  const key = useMutation({
    mutationFn: () =>
      operator.post('/admin/organizations/{id}/keys', {
        path: { id },
        body: { name: 'made by the operator' },
      }),
  });
  return (
    <Card withBorder>
      <Group justify="space-between" align="flex-start">
        <div>
          <Group gap="xs">
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Text>
            <Badge variant="light" tt="none" color={plan === 'paid' ? 'teal' : 'gray'}>
              {plan}
            </Badge>
          </Group>
          <Text size="sm" c="dimmed">
            since {formatDateTime(createdAt)} · {limits.concurrentSessions} at a time, up to{' '}
            {formatSeconds(limits.maxSessionSeconds)} ·{' '}
            {limits.monthlySeconds === undefined
              ? 'as much as it likes'
              : `${formatSeconds(limits.monthlySeconds)} a month`}{' '}
            · {formatBytes(limits.storedBytes)} kept
          </Text>
        </div>
        <Group gap="xs">
          <Button size="compact-sm" variant="light" loading={key.isPending} onClick={() => key.mutate()}>
            Make a key
          </Button>
          <Button
            size="compact-sm"
            variant="light"
            aria-expanded={isOpen}
            aria-label={`Change ${name}`}
            onClick={() => setOpen(!isOpen)}
          >
            Change
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={`Delete ${name}`}
            onClick={() =>
              removeLater(
                `${name}, with its avatars, documents and conversations,`,
                () => operator.delete('/admin/organizations/{id}', { path: { id } }),
                onChanged,
              )
            }
          >
            Delete
          </Button>
        </Group>
      </Group>
      <Problem error={key.error} />
      {key.data && (
        <Box mt="sm">
          <ShownOnce what="key" label={`The new key of ${name}`} value={key.data.key} />
        </Box>
      )}
      {isOpen && (
        <OrganizationForm
          key={organization.updatedAt}
          before={organization}
          onSaved={() => {
            setOpen(false);
            onChanged();
          }}
        />
      )}
    </Card>
  );
}
