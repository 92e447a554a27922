import { Button, Card, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { formatDateTime } from '../lib/format.ts';
import { listApiKeys, listAvatars } from '../lib/queries.ts';
import { api } from '../lib/session.ts';
import { CodeBlock } from '../parts/copy.tsx';
import { NameForm } from '../parts/name-form.tsx';
import { Page } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { removeLater } from '../parts/remove-later.ts';
import { ShownOnce } from '../parts/shown-once.tsx';

export function Keys() {
  const keys = useQuery({ queryKey: ['keys'], queryFn: listApiKeys });
  const cache = useQueryClient();
  const reload = () => void cache.invalidateQueries({ queryKey: ['keys'] });
  const create = useMutation({
    mutationFn: (name: string) => api.post('/v3/api-keys', { body: { ...(name && { name }) } }),
    onSuccess: reload,
  });
  return (
    <Page
      title="Keys and tokens"
      about="An API key may do everything in this organization: keep it on servers. Browsers of your users get client tokens."
      error={keys.error}
      loading={keys.isPending}
    >
      <NameForm label="New API key" placeholder="what it is for" create={create} />
      {create.data && <ShownOnce what="key" label="The new key" value={create.data.key} />}
      <Stack gap="sm">
        {keys.data?.map((key) => (
          <Card key={key.id} withBorder>
            <Group justify="space-between" wrap="nowrap">
              <div>
                <Text fw={600}>{key.name}</Text>
                <Text size="sm" c="dimmed">
                  {key.lastUsedAt ? `last used ${formatDateTime(key.lastUsedAt)}` : 'never used'}
                  {key.expiresAt && ` · until ${formatDateTime(key.expiresAt)}`}
                </Text>
              </div>
              <Button
                size="compact-sm"
                variant="subtle"
                color="red"
                aria-label={`Revoke ${key.name}`}
                onClick={() =>
                  removeLater(
                    `The key ${key.name}`,
                    () => api.delete('/v3/api-keys/{id}', { path: { id: key.id } }),
                    reload,
                  )
                }
              >
                Revoke
              </Button>
            </Group>
          </Card>
        ))}
      </Stack>
      <ClientTokens />
    </Page>
  );
}

function ClientTokens() {
  const avatars = useQuery({ queryKey: ['avatars'], queryFn: listAvatars });
  const [user, setUser] = useState('');
  const [character, setCharacter] = useState<string | null>(null);
  const create = useMutation({
    mutationFn: () =>
      api.post('/v3/tokens', { body: { user: user.trim(), ...(character && { character }) } }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <Card withBorder>
      <Title order={2}>Client token</Title>
      <Text c="dimmed" size="sm" mb="sm">
        Lets the browser of one user start sessions for an hour. Your server makes them; here is one to try.
      </Text>
      <form onSubmit={submit}>
        <Group align="flex-end">
          <TextInput
            label="User"
            required
            value={user}
            onChange={(event) => setUser(event.currentTarget.value)}
          />
          <Select
            label="Avatar"
            placeholder="any"
            clearable
            data={(avatars.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            value={character}
            onChange={setCharacter}
          />
          <Button type="submit" variant="light" loading={create.isPending}>
            Make a token
          </Button>
        </Group>
      </form>
      <Problem error={create.error} />
      {create.data && (
        <Stack mt="md" gap={4}>
          <Text size="sm">Good until {formatDateTime(create.data.expiresAt)}.</Text>
          <CodeBlock code={create.data.token} label="The token" />
        </Stack>
      )}
    </Card>
  );
}
