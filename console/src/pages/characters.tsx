import { useQuery } from '@tanstack/react-query';
import { listCharacters } from '../lib/queries.ts';
import { PersonCard } from '../parts/person-card.tsx';
import { PersonGallery } from '../parts/person-gallery.tsx';
import { texts } from '../texts/texts.ts';

export function Characters() {
  const characters = useQuery({ queryKey: ['characters'], queryFn: listCharacters });
  return (
    <PersonGallery
      words={texts.characters}
      addHref="#/characters/new"
      people={characters}
      card={({ id, name, description, face, voice, provider }) => (
        <PersonCard
          key={id}
          href={`#/characters/${id}`}
          name={name}
          about={description}
          picture={face.thumbnailUrl}
          {...(voice && { speaks: { provider, voice: voice.identity } })}
        />
      )}
    />
  );
}
