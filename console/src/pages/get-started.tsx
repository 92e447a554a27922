import { Select, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listAvatars } from '../lib/queries.ts';
import { serviceUrl } from '../lib/session.ts';
import { makeSnippets } from '../lib/snippets.ts';
import { CodeBlock } from '../parts/copy.tsx';
import { Page } from '../parts/page.tsx';

export function GetStarted() {
  const avatars = useQuery({ queryKey: ['avatars'], queryFn: listAvatars });
  const [chosen, setChosen] = useState<string | null>(null);
  const speaking = (avatars.data ?? []).filter(({ agentId }) => agentId);
  const avatar = speaking.find(({ id }) => id === chosen) ?? speaking[0];
  const snippets = avatar && makeSnippets({ serviceUrl, avatarId: avatar.id, agentId: avatar.agentId!.id });
  return (
    <Page
      title="Get started"
      about="A conversation from your own code, with the ids of this organization filled in. Put an API key into KEY."
      error={avatars.error}
      loading={avatars.isPending}
    >
      <Select
        label="Avatar"
        maw={320}
        data={speaking.map(({ id, name }) => ({ value: id, label: name }))}
        value={avatar?.id ?? null}
        onChange={setChosen}
      />
      {snippets && (
        <Tabs defaultValue={snippets[0]!.name}>
          <Tabs.List mb="md">
            {snippets.map(({ name }) => (
              <Tabs.Tab key={name} value={name}>
                {name}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {snippets.map(({ name, about, code }) => (
            <Tabs.Panel key={name} value={name}>
              <Text c="dimmed" mb="xs">
                {about}
              </Text>
              <CodeBlock code={code} label={name} />
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
      {speaking.length === 0 && <Text>Make an avatar first: these lines need one that speaks.</Text>}
    </Page>
  );
}
