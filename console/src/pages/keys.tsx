import { Badge, Button, Card, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ApiKey } from '@visavis/client';
import { type FormEvent, useState } from 'react';
import { useAddForm } from '../components/add-form.tsx';
import { CodeBlock } from '../components/code-block.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { ListProblem } from '../components/load-problem.tsx';
import { NewSecret } from '../components/new-secret.tsx';
import { Note } from '../components/note.tsx';
import { Page } from '../components/page.tsx';
import { Problem } from '../components/problem.tsx';
import { RemoveButton } from '../components/remove-button.tsx';
import { removeLater } from '../components/remove-later.tsx';
import { KEYS } from '../lib/collections.ts';
import { formatDateTime } from '../lib/format.ts';
import { limitsOf, readFields } from '../lib/forms.ts';
import { asOptions } from '../lib/people.ts';
import { PEOPLE } from '../lib/queries.ts';
import { api } from '../lib/session.ts';
import { useFields } from '../lib/use-fields.ts';
import { fill, texts } from '../texts/texts.ts';

const { keys: words, clientTokens: token, common } = texts;

export function Keys() {
  const keys = useQuery(KEYS.all);
  const revoke = ({ id, name }: ApiKey) =>
    void removeLater({ id, name: fill(words.key, { name }), from: KEYS, lossText: words.goesWith });
  const [keyToRevoke, setKeyToRevoke] = useState<ApiKey>();
  const { button, form } = useAddForm({
    collection: KEYS,
    form: 'apiKey',
    title: words.add,
    list: keys.data,
    initial: readFields('apiKey'),
    renderCreated: ({ key }) => <NewSecret title={texts.shownOnce.key} label={words.newKey} value={key} />,
  });
  return (
    <Page title={words.title} about={words.about} actions={button} query={keys}>
      {form}
      <Stack gap="sm">
        {keys.data?.map((key) => (
          <Card key={key.id} withBorder>
            <Group justify="space-between" wrap="nowrap">
              <div>
                <Text fw={600}>{key.name}</Text>
                <Note>
                  {key.lastUsedAt
                    ? fill(common.lastUsed, { at: formatDateTime(key.lastUsedAt) })
                    : words.neverUsed}
                  {key.expiresAt && fill(words.until, { at: formatDateTime(key.expiresAt) })}
                </Note>
                {key.current && <Badge variant="filled">{words.own}</Badge>}
              </div>
              <RemoveButton
                size="compact-sm"
                id={key.id}
                label={fill(words.revokeOf, { name: key.name })}
                onRemove={() => (key.current ? setKeyToRevoke(key) : revoke(key))}
              >
                {words.revoke}
              </RemoveButton>
            </Group>
          </Card>
        ))}
      </Stack>
      <ConfirmDialog
        isOpen={keyToRevoke !== undefined}
        words={words.revokeOwn}
        onAnswer={(isYes) => {
          if (isYes) revoke(keyToRevoke!);
          setKeyToRevoke(undefined);
        }}
      />
      <ClientTokens />
    </Page>
  );
}

function ClientTokens() {
  const people = useQuery(PEOPLE);
  const { fields, change, setSaved } = useFields(() => ({ user: '', character: '' }));
  const { user, character } = fields;
  const create = useMutation({
    mutationFn: () =>
      api.post('/v3/tokens', { body: { user: user.trim(), ...(character && { character }) } }),
    onSuccess: () => setSaved(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <Card>
      <Title order={2}>{token.title}</Title>
      <Text c="dimmed" size="sm" mb="sm">
        {token.about}
      </Text>
      <form onSubmit={submit}>
        <Group align="flex-end">
          <TextInput
            label={common.user}
            {...limitsOf('token', 'user')}
            value={user}
            onChange={(event) => change({ user: event.currentTarget.value })}
          />
          <Select
            label={common.avatar}
            placeholder={common.any}
            clearable
            data={asOptions(people.data)}
            value={character || null}
            onChange={(chosen) => change({ character: chosen ?? '' })}
          />
          <Button type="submit" variant="light" loading={create.isPending}>
            {token.make}
          </Button>
        </Group>
      </form>
      <ListProblem list={people} />
      <Problem error={create.error} />
      {create.data && (
        <Stack mt="md" gap={4}>
          <Text size="sm">{fill(token.goodUntil, { at: formatDateTime(create.data.expiresAt) })}</Text>
          <CodeBlock code={create.data.token} label={token.token} />
        </Stack>
      )}
    </Card>
  );
}
