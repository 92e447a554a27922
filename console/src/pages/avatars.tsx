import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listAvatars } from '../lib/queries.ts';
import { Empty, Page } from '../parts/page.tsx';
import { PersonCard } from '../parts/person-card.tsx';
import { texts } from '../texts/texts.ts';

const words = texts.avatars;

export function Avatars() {
  const avatars = useQuery({ queryKey: ['avatars'], queryFn: listAvatars });
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const shown = (avatars.data ?? []).filter(({ name, description }) =>
    `${name} ${description}`.toLowerCase().includes(wanted),
  );
  return (
    <Page
      title={words.title}
      about={words.about}
      actions={
        <Button component="a" href="#/avatars/new">
          {words.add}
        </Button>
      }
      error={avatars.error}
      loading={avatars.isPending}
    >
      {(avatars.data?.length ?? 0) > 8 && (
        <TextInput
          aria-label={words.find}
          placeholder={words.find}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          maw={320}
        />
      )}
      <div className="cards">
        {shown.map((avatar) => (
          <PersonCard
            key={avatar.id}
            href={`#/avatars/${avatar.id}`}
            name={avatar.name}
            about={avatar.agentId ? avatar.description || avatar.agent?.name : words.mute}
            picture={avatar.thumbnailUrl}
            {...(avatar.agent?.voice && {
              speaks: { provider: avatar.agent.provider, voice: avatar.agent.voice },
            })}
          />
        ))}
      </div>
      {avatars.data?.length === 0 && <Empty title={words.none}>{words.noneYet}</Empty>}
    </Page>
  );
}
