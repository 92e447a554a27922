import { Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Member } from '@visavis/client';
import { useState } from 'react';
import { nameOfDevice } from '../lib/device-name.ts';
import { formatDateTime } from '../lib/format.ts';
import { bodyOf, readFields } from '../lib/forms.ts';
import type { Role } from '../lib/member.ts';
import { listInvitations, listMembers } from '../lib/queries.ts';
import { reloading } from '../lib/query-client.ts';
import { ROLE_NAMES } from '../lib/roles.ts';
import { api } from '../lib/session.ts';
import { useFields } from '../lib/use-fields.ts';
import { AddForm } from '../parts/add-form.tsx';
import { LoadProblem } from '../parts/load-problem.tsx';
import { Empty, Page, Section } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { RemoveLaterButton } from '../parts/remove-button.tsx';
import { RoleSelect } from '../parts/role-select.tsx';
import { SchemaFields } from '../parts/schema-fields.tsx';
import { ShownOnce } from '../parts/shown-once.tsx';
import { fill, texts } from '../texts/texts.ts';

const words = texts.members;
const reloadMembers = reloading('members');
const reloadInvitations = reloading('invitations');

const nothing = (role: Role) => ({ ...readFields('invitation'), role });

export function Members() {
  const members = useQuery({ queryKey: ['members'], queryFn: listMembers });
  return (
    <Page title={words.title} about={words.about} error={members.error} loading={members.isPending}>
      <Invite isFirst={members.data?.length === 0} />
      <Invitations />
      {members.data?.length === 0 && <Empty title={words.none}>{words.noneYet}</Empty>}
      <Stack gap="sm">
        {members.data?.map((member) => (
          <MemberCard key={member.id} member={member} />
        ))}
      </Stack>
    </Page>
  );
}

/** @param isFirst whether nobody is a member yet: somebody has to be an owner */
function Invite({ isFirst }: { isFirst: boolean }) {
  const empty = nothing(isFirst ? 'owner' : 'editor');
  const { fields, change, setSaved } = useFields(() => empty);
  const invite = useMutation({
    mutationFn: () => api.post('/v3/invitations', { body: bodyOf('invitation', fields) as never }),
    onSuccess: () => {
      setSaved(empty);
      return reloadInvitations();
    },
  });
  return (
    <>
      <AddForm form="invitation" create={invite} action={words.invite}>
        <SchemaFields
          form="invitation"
          values={fields}
          change={change}
          special={{
            role: (
              <RoleSelect
                label={texts.fields.invitation.role.label}
                value={fields.role}
                onChange={(role) => change({ role })}
              />
            ),
          }}
        />
      </AddForm>
      {invite.data && (
        <ShownOnce
          title={fill(words.linkOnce, { name: invite.data.name })}
          label={words.link}
          value={invite.data.link}
        />
      )}
    </>
  );
}

function Invitations() {
  const invitations = useQuery({ queryKey: ['invitations'], queryFn: listInvitations });
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
              <Text size="sm" c="dimmed">
                {fill(words.invitedAs, { role: ROLE_NAMES[role], at: formatDateTime(expiresAt) })}
              </Text>
            </div>
            <RemoveLaterButton
              id={id}
              label={fill(words.withdrawOf, { name })}
              what={fill(words.invitationOf, { name })}
              remove={() => api.delete('/v3/invitations/{id}', { path: { id } })}
              onDone={reloadInvitations}
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
  const give = useMutation({
    mutationFn: (next: Role) => api.patch('/v3/members/{id}', { path: { id }, body: { role: next } }),
    onSuccess: reloadMembers,
  });
  return (
    <Card withBorder>
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={2} size="h4">
            {name}
          </Title>
          <Text size="sm" c="dimmed">
            {lastSignedInAt
              ? fill(words.lastSignedIn, { at: formatDateTime(lastSignedInAt) })
              : words.neverSignedIn}
          </Text>
          {current && <Badge tt="none">{words.you}</Badge>}
        </div>
        <Group align="center">
          <div style={{ width: 300, maxWidth: '100%' }}>
            <RoleSelect
              label={fill(words.roleOf, { name })}
              disabled={give.isPending}
              value={role}
              onChange={(next) => next !== role && give.mutate(next)}
            />
          </div>
          <Button variant="light" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {fill(words.sessionsOf, { name })}
          </Button>
          <RemoveLaterButton
            size="sm"
            id={id}
            label={fill(words.removeOf, { name })}
            what={name}
            remove={() => api.delete('/v3/members/{id}', { path: { id } })}
            onDone={reloadMembers}
            goesWith={words.goesWith}
          />
        </Group>
      </Group>
      <Problem error={give.error} />
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
    onSuccess: reloadMembers,
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
            <Text size="sm" c="dimmed">
              {fill(words.lastSeen, { at: formatDateTime(lastSeenAt) })}
            </Text>
            {current && <Badge tt="none">{words.thisBrowser}</Badge>}
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
