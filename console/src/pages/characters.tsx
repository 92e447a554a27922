import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listCharacters } from '../lib/queries.ts';
import { Empty, Page } from '../parts/page.tsx';
import { PersonCard } from '../parts/person-card.tsx';
import { texts } from '../texts/texts.ts';

const words = texts.characters;

export function Characters() {
  const characters = useQuery({ queryKey: ['characters'], queryFn: listCharacters });
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const shown = (characters.data ?? []).filter(({ name, description }) =>
    `${name} ${description ?? ''}`.toLowerCase().includes(wanted),
  );
  const add = (
    <Button component="a" href="#/characters/new">
      {words.add}
    </Button>
  );
  return (
    <Page
      title={words.title}
      about={words.about}
      actions={add}
      error={characters.error}
      loading={characters.isPending}
    >
      {(characters.data?.length ?? 0) > 8 && (
        <TextInput
          aria-label={words.find}
          placeholder={words.find}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          maw={320}
        />
      )}
      <div className="cards">
        {shown.map(({ id, name, description, face, voice, provider }) => (
          <PersonCard
            key={id}
            href={`#/characters/${id}`}
            name={name}
            about={description}
            picture={face.thumbnailUrl}
            {...(voice && { speaks: { provider, voice: voice.identity } })}
          />
        ))}
      </div>
      {characters.data?.length === 0 && (
        <Empty title={words.none} action={add}>
          {words.noneYet}
        </Empty>
      )}
    </Page>
  );
}
