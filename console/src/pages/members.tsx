import { Badge, Button, Card, Group, Select, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Member } from '@visavis/client';
import { useState } from 'react';
import { useAddForm } from '../components/add-form.tsx';
import { LoadProblem } from '../components/load-problem.tsx';
import { LocalhostNote } from '../components/localhost-note.tsx';
import { NewSecret } from '../components/new-secret.tsx';
import { Note } from '../components/note.tsx';
import { EmptyState, Page, Section } from '../components/page.tsx';
import { Problem } from '../components/problem.tsx';
import { RemoveLaterButton } from '../components/remove-button.tsx';
import { SchemaFields } from '../components/schema-fields.tsx';
import { INVITATIONS, MEMBERS } from '../lib/collections.ts';
import { nameOfDevice } from '../lib/device-name.ts';
import { formatDateTime } from '../lib/format.ts';
import { readFields } from '../lib/forms.ts';
import type { Role } from '../lib/member.ts';
import { ROLE_NAMES } from '../lib/roles.ts';
import { api } from '../lib/session.ts';
import { fill, texts } from '../texts/texts.ts';

const words = texts.members;

export function Members() {
  const members = useQuery(MEMBERS.all);
  const invitations = useQuery(INVITATIONS.all);
  const { button, form } = useAddForm({
    collection: INVITATIONS,
    form: 'invitation',
    title: words.inviteOne,
    list: members.data && invitations.data && [...members.data, ...invitations.data],
    // The first member has to be an owner.
    initial: {
      ...readFields('invitation'),
      role: (members.data?.length === 0 ? 'owner' : 'editor') as Role,
    },
    action: words.invite,
    renderCreated: ({ name, link }) => (
      <NewSecret title={fill(words.linkOnce, { name })} label={words.link} value={link}>
        <LocalhostNote text={link} />
      </NewSecret>
    ),
    children: (fields, change) => (
      <SchemaFields
        form="invitation"
        values={fields}
        change={change}
        controls={{
          role: (
            <RoleSelect
              label={texts.fields.invitation.role.label}
              value={fields.role}
              onChange={(chosen) => change({ role: chosen })}
            />
          ),
        }}
      />
    ),
  });
  return (
    <Page title={words.title} about={words.about} actions={button} query={members}>
      {form}
      <Invitations />
      {members.data?.length === 0 && invitations.data?.length === 0 && (
        <EmptyState title={words.none}>{words.noneYet}</EmptyState>
      )}
      <Stack gap="sm">
        {members.data?.map((member) => (
          <MemberCard key={member.id} member={member} />
        ))}
      </Stack>
    </Page>
  );
}

function Invitations() {
  const invitations = useQuery(INVITATIONS.all);
  if (invitations.error)
    return <LoadProblem error={invitations.error} isLoading={false} title={texts.problem.list} />;
  if (!invitations.data?.length) return null;
  return (
    <Section title={words.invited}>
      <Stack gap="sm">
        {invitations.data.map(({ id, name, role, expiresAt }) => (
          <Group key={id} justify="space-between" wrap="nowrap">
            <div>
              <Text fw={600}>{name}</Text>
              <Note>{fill(words.invitedAs, { role: words.roles[role], at: formatDateTime(expiresAt) })}</Note>
            </div>
            <RemoveLaterButton
              id={id}
              label={fill(words.withdrawOf, { name })}
              name={fill(words.invitationOf, { name })}
              from={INVITATIONS}
            >
              {words.withdraw}
            </RemoveLaterButton>
          </Group>
        ))}
      </Stack>
    </Section>
  );
}

function MemberCard({ member }: { member: Member }) {
  const { id, name, role, lastSignedInAt, current } = member;
  const [isOpen, setOpen] = useState(false);
  const changeRole = useMutation({
    mutationFn: (next: Role) => MEMBERS.update(id, { role: next }),
    onSuccess: MEMBERS.reload,
  });
  return (
    <Card>
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={2} size="h4">
            {name}
          </Title>
          <Note>
            {lastSignedInAt
              ? fill(words.lastSignedIn, { at: formatDateTime(lastSignedInAt) })
              : words.neverSignedIn}
          </Note>
          {current && <Badge variant="filled">{words.you}</Badge>}
        </div>
        <Group align="center">
          <div style={{ width: 300, maxWidth: '100%' }}>
            <RoleSelect
              label={fill(words.roleOf, { name })}
              disabled={changeRole.isPending}
              value={role}
              onChange={(next) => next !== role && changeRole.mutate(next)}
            />
          </div>
          <Button variant="light" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {fill(words.sessionsOf, { name })}
          </Button>
          <RemoveLaterButton
            size="sm"
            id={id}
            label={fill(words.removeOf, { name })}
            name={name}
            from={MEMBERS}
            lossText={words.goesWith}
          />
        </Group>
      </Group>
      <Problem error={changeRole.error} />
      {isOpen && <Sessions memberId={id} />}
    </Card>
  );
}

function Sessions({ memberId }: { memberId: string }) {
  const sessions = useQuery({
    queryKey: ['members', memberId, 'sessions'],
    queryFn: () => api.get('/v3/members/{id}/sessions', { path: { id: memberId } }),
  });
  const end = useMutation({
    mutationFn: (session: string) =>
      api.delete('/v3/members/{id}/sessions/{session}', { path: { id: memberId, session } }),
    onSuccess: MEMBERS.reload,
  });
  return (
    <Stack gap="xs" mt="md">
      <LoadProblem error={sessions.error} isLoading={sessions.isPending} />
      {sessions.data?.sessions.length === 0 && <Text c="dimmed">{words.noSessions}</Text>}
      {sessions.data?.sessions.map(({ id, device, lastSeenAt, current }) => (
        <Group key={id} justify="space-between" wrap="nowrap">
          <div style={{ minWidth: 0 }}>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }} title={device}>
              {nameOfDevice(device)}
            </Text>
            <Note>{fill(texts.common.lastUsed, { at: formatDateTime(lastSeenAt) })}</Note>
            {current && <Badge variant="filled">{words.thisBrowser}</Badge>}
          </div>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={fill(words.endOf, { device: nameOfDevice(device) })}
            loading={end.isPending && end.variables === id}
            onClick={() => end.mutate(id)}
          >
            {words.end}
          </Button>
        </Group>
      ))}
      <Problem error={end.error} />
    </Stack>
  );
}

const DATA = Object.entries(texts.members.roles).map(([value, label]) => ({ value, label }));

/** Selects a role by its name; its rights are described below, where there is room. */
const RoleSelect = (props: {
  label: string;
  value: Role;
  disabled?: boolean;
  onChange: (role: Role) => void;
}) => (
  <Select
    label={props.label}
    description={ROLE_NAMES[props.value]}
    data={DATA}
    renderOption={({ option }) => ROLE_NAMES[option.value as Role]}
    allowDeselect={false}
    disabled={props.disabled === true}
    value={props.value}
    onChange={(role) => role && props.onChange(role as Role)}
  />
);
