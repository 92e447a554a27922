import { Button, TextInput } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { texts } from '../texts/texts.ts';
import { Empty, Page } from './page.tsx';

/** With fewer, nobody has to search. */
const SEARCH_ABOVE = 8;

interface Words {
  title: string;
  about: string;
  add: string;
  find: string;
  none: string;
  noneFits: string;
  noneYet: string;
}

/** Cards of people with a button for one more, and a search once there are many. */
export function PersonGallery<T extends { name: string; description?: string | null | undefined }>({
  words,
  addHref,
  people,
  card,
}: {
  words: Words;
  addHref: string;
  people: UseQueryResult<T[]>;
  card: (person: T) => ReactNode;
}) {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const shown = (people.data ?? []).filter(({ name, description }) =>
    `${name} ${description ?? ''}`.toLowerCase().includes(wanted),
  );
  const add = (
    <Button component="a" href={addHref}>
      {words.add}
    </Button>
  );
  return (
    <Page
      title={words.title}
      about={words.about}
      actions={add}
      error={people.error}
      loading={people.isPending}
    >
      {(people.data?.length ?? 0) > SEARCH_ABOVE && (
        <TextInput
          aria-label={words.find}
          placeholder={words.find}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          maw={320}
        />
      )}
      <div className="cards">{shown.map(card)}</div>
      {people.data && people.data.length > 0 && shown.length === 0 && (
        <Empty title={words.noneFits}>{texts.common.searchOther}</Empty>
      )}
      {people.data?.length === 0 && (
        <Empty title={words.none} action={add}>
          {words.noneYet}
        </Empty>
      )}
    </Page>
  );
}
