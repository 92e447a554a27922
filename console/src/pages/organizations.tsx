import { Badge, Box, Button, Card, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Organization } from '@visavis/client';
import { type FormEvent, useState } from 'react';
import { useChangeForm } from '../components/change-form.tsx';
import { NewSecret } from '../components/new-secret.tsx';
import { Note } from '../components/note.tsx';
import { EmptyState, Page } from '../components/page.tsx';
import { Problem } from '../components/problem.tsx';
import { RemoveLaterButton } from '../components/remove-button.tsx';
import { SchemaFields } from '../components/schema-fields.tsx';
import { SmallButton } from '../components/small-button.tsx';
import { collectionsOf } from '../lib/collections.ts';
import { formatBytes, formatDateTime, formatSeconds, nameOf } from '../lib/format.ts';
import { bodyOf, limitsOf, readFields, type Values } from '../lib/forms.ts';
import { operator } from '../lib/operator.ts';
import { useUnsaved } from '../lib/unsaved.ts';
import { fill, texts } from '../texts/texts.ts';

const { organizations: words, common } = texts;
const ORGANIZATIONS = collectionsOf(operator)<Organization>('/admin/organizations', 'organizations');

/** The operator's page for who may use the service, and how much. */
export function Organizations() {
  const organizations = useQuery(ORGANIZATIONS.all);
  return (
    <Page title={words.title} about={words.about} query={organizations}>
      <NewOrganization />
      <Stack gap="sm">
        {organizations.data?.map((organization) => (
          <OrganizationCard key={organization.id} organization={organization} />
        ))}
      </Stack>
      {organizations.data?.length === 0 && <EmptyState title={words.none}>{words.noneYet}</EmptyState>}
    </Page>
  );
}

function NewOrganization() {
  const [name, setName] = useState('');
  useUnsaved(name !== '');
  const create = useMutation({
    mutationFn: () => ORGANIZATIONS.create({ name: name.trim() }),
    onSuccess: async () => {
      await ORGANIZATIONS.reload();
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
  const { button, form } = useChangeForm({
    collection: ORGANIZATIONS,
    resource: organization,
    nameOf: (resource) => resource.name,
    forms: ['organization', 'organizationLimits'],
    read: (one) => ({ ...readFields('organization', one), ...readFields('organizationLimits', one.limits) }),
    // An empty field, `null` in the API, stands for the default of the installation.
    body: (fields) => ({ ...bodyOf('organization', fields), limits: bodyOf('organizationLimits', fields) }),
    children: organizationFields,
  });
  const makeKey = useMutation({
    mutationFn: () =>
      operator.post('/admin/organizations/{id}/keys', {
        path: { id },
        body: { name: words.keyName },
      }),
  });
  return (
    <Card>
      <Group justify="space-between" align="flex-start">
        <div>
          <Group gap="xs">
            <Text fw={600}>{name}</Text>
            <Badge color={plan === 'paid' ? 'teal' : 'gray'}>
              {nameOf(texts.fields.organization.plan.options, plan)}
            </Badge>
          </Group>
          <Note>
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
          </Note>
        </div>
        <Group gap="xs">
          <SmallButton loading={makeKey.isPending} onClick={() => makeKey.mutate()}>
            {words.makeKey}
          </SmallButton>
          {button}
          <RemoveLaterButton
            id={id}
            label={fill(common.deleteOf, { name })}
            name={fill(words.everything, { organization: name })}
            from={ORGANIZATIONS}
          />
        </Group>
      </Group>
      <Problem error={makeKey.error} />
      {makeKey.data && (
        <Box mt="sm">
          <NewSecret
            title={texts.shownOnce.key}
            label={fill(words.newKey, { organization: name })}
            value={makeKey.data.key}
          />
        </Box>
      )}
      {form}
    </Card>
  );
}

/** The fields that an operator sets for an organization: plan, limits, price and others. */
function organizationFields(values: Values, change: (part: Values) => void) {
  const form = { values, change };
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="sm" style={{ alignItems: 'start' }}>
        <SchemaFields form="organization" group="name" required={{ plan: true }} {...form} />
        <SchemaFields form="organizationLimits" {...form} />
        <SchemaFields form="organization" group="terms" {...form} />
      </SimpleGrid>
      <SchemaFields form="organization" group="access" {...form} />
    </>
  );
}
