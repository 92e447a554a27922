import { Badge, Box, Button, Card, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Organization } from '@visavis/client';
import { type FormEvent, useState } from 'react';
import { formatBytes, formatDateTime, formatSeconds, nameOf } from '../lib/format.ts';
import { limitsOf } from '../lib/forms.ts';
import { operator } from '../lib/operator.ts';
import { ALL, collect } from '../lib/queries.ts';
import { reloading } from '../lib/query-client.ts';
import { useUnsaved } from '../lib/unsaved.ts';
import { ChangeButton, useChange } from '../parts/change-form.tsx';
import { OrganizationForm } from '../parts/organization-form.tsx';
import { Empty, Page } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { RemoveLaterButton } from '../parts/remove-button.tsx';
import { ShownOnce } from '../parts/shown-once.tsx';
import { fill, texts } from '../texts/texts.ts';

const { organizations: words, common } = texts;
const reload = reloading('organizations');

/** For the operator: who may use the service, and how much. */
export function Organizations() {
  const organizations = useQuery({
    queryKey: ['organizations'],
    queryFn: () => collect(operator.list('/admin/organizations', ALL)),
  });
  return (
    <Page
      title={words.title}
      about={words.about}
      error={organizations.error}
      loading={organizations.isPending}
    >
      <NewOrganization />
      <Stack gap="sm">
        {organizations.data?.map((organization) => (
          <OrganizationCard key={organization.id} organization={organization} />
        ))}
      </Stack>
      {organizations.data?.length === 0 && <Empty title={words.none}>{words.noneYet}</Empty>}
    </Page>
  );
}

function NewOrganization() {
  const [name, setName] = useState('');
  useUnsaved(name !== '');
  const create = useMutation({
    mutationFn: () => operator.post('/admin/organizations', { body: { name: name.trim() } }),
    onSuccess: async () => {
      await reload();
      setName('');
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <>
      <form onSubmit={submit}>
        <Group align="flex-end">
          <TextInput
            label={words.add}
            {...limitsOf('organization', 'name')}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            style={{ flex: '1 1 14rem', maxWidth: 360 }}
          />
          <Button type="submit" loading={create.isPending}>
            {common.create}
          </Button>
        </Group>
      </form>
      <Problem error={create.error} />
    </>
  );
}

function OrganizationCard({ organization }: { organization: Organization }) {
  const { id, name, plan, limits, createdAt } = organization;
  const { before, button, onSaved } = useChange(organization, reload);
  const key = useMutation({
    mutationFn: () =>
      operator.post('/admin/organizations/{id}/keys', {
        path: { id },
        body: { name: words.keyName },
      }),
  });
  return (
    <Card withBorder>
      <Group justify="space-between" align="flex-start">
        <div>
          <Group gap="xs">
            <Text fw={600}>{name}</Text>
            <Badge variant="light" tt="none" color={plan === 'paid' ? 'teal' : 'gray'}>
              {nameOf(texts.fields.organization.plan.options, plan)}
            </Badge>
          </Group>
          <Text size="sm" c="dimmed">
            {[
              fill(words.since, { at: formatDateTime(createdAt) }),
              fill(words.limits, {
                atOnce: limits.concurrentSessions,
                longest: formatSeconds(limits.maxSessionSeconds),
              }),
              limits.monthlySeconds === undefined
                ? words.unlimited
                : fill(words.monthly, { time: formatSeconds(limits.monthlySeconds) }),
              fill(words.stored, { bytes: formatBytes(limits.storedBytes) }),
            ].join(' · ')}
          </Text>
        </div>
        <Group gap="xs">
          <Button size="compact-sm" variant="light" loading={key.isPending} onClick={() => key.mutate()}>
            {words.makeKey}
          </Button>
          <ChangeButton name={name} {...button} />
          <RemoveLaterButton
            id={id}
            label={fill(common.deleteOf, { name })}
            what={fill(words.everything, { organization: name })}
            remove={() => operator.delete('/admin/organizations/{id}', { path: { id } })}
            onDone={reload}
          />
        </Group>
      </Group>
      <Problem error={key.error} />
      {key.data && (
        <Box mt="sm">
          <ShownOnce
            title={texts.shownOnce.key}
            label={fill(words.newKey, { organization: name })}
            value={key.data.key}
          />
        </Box>
      )}
      {before && <OrganizationForm before={before} onSaved={onSaved} />}
    </Card>
  );
}
