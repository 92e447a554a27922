import { Select, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CodeBlock } from '../components/code-block.tsx';
import { ListProblem } from '../components/load-problem.tsx';
import { Page } from '../components/page.tsx';
import { AVATARS } from '../lib/collections.ts';
import { asOptions } from '../lib/people.ts';
import { serviceUrl } from '../lib/session.ts';
import { makeSnippets } from '../lib/snippets.ts';
import { texts } from '../texts/texts.ts';

const words = texts.start;

export function GetStarted() {
  const avatars = useQuery(AVATARS.all);
  const [chosen, setChosen] = useState<string | null>(null);
  const speaking = (avatars.data ?? []).filter(({ agentId }) => agentId);
  const avatar = speaking.find(({ id }) => id === chosen) ?? speaking[0];
  const snippets = avatar && makeSnippets({ serviceUrl, avatarId: avatar.id, agentId: avatar.agentId!.id });
  return (
    <Page title={words.title} about={words.about} query={{ isPending: avatars.isPending }}>
      <Select
        label={texts.common.avatar}
        maw={320}
        data={asOptions(speaking)}
        value={avatar?.id ?? null}
        onChange={setChosen}
      />
      <ListProblem list={avatars} />
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
      {avatars.data && speaking.length === 0 && <Text>{words.none}</Text>}
    </Page>
  );
}
