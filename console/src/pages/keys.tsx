import { Badge, Button, Card, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ApiKey } from '@visavis/client';
import { type FormEvent, useState } from 'react';
import { KEYS } from '../lib/collections.ts';
import { formatDateTime } from '../lib/format.ts';
import { limitsOf, readFields } from '../lib/forms.ts';
import { asOptions } from '../lib/people.ts';
import { PEOPLE } from '../lib/queries.ts';
import { api } from '../lib/session.ts';
import { useFields } from '../lib/use-fields.ts';
import { useAdd } from '../parts/add-form.tsx';
import { CodeBlock } from '../parts/copy.tsx';
import { ListProblem } from '../parts/load-problem.tsx';
import { Note } from '../parts/note.tsx';
import { Page } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { Question } from '../parts/question.tsx';
import { RemoveButton } from '../parts/remove-button.tsx';
import { removeLater } from '../parts/remove-later.tsx';
import { ShownOnce } from '../parts/shown-once.tsx';
import { fill, texts } from '../texts/texts.ts';

const { keys: words, clientTokens: token, common } = texts;

export function Keys() {
  const keys = useQuery(KEYS.all);
  const revoke = ({ id, name }: ApiKey) =>
    void removeLater({ id, what: fill(words.key, { name }), of: KEYS, lossText: words.goesWith });
  const [asked, setAsked] = useState<ApiKey>();
  const { button, form } = useAdd({
    of: KEYS,
    form: 'apiKey',
    title: words.add,
    list: keys.data,
    empty: readFields('apiKey'),
    shown: ({ key }) => <ShownOnce title={texts.shownOnce.key} label={words.newKey} value={key} />,
  });
  return (
    <Page title={words.title} about={words.about} actions={button} of={keys}>
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
                onRemove={() => (key.current ? setAsked(key) : revoke(key))}
              >
                {words.revoke}
              </RemoveButton>
            </Group>
          </Card>
        ))}
      </Stack>
      <Question
        isOpen={asked !== undefined}
        words={words.revokeOwn}
        onAnswer={(isYes) => {
          if (isYes) revoke(asked!);
          setAsked(undefined);
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
