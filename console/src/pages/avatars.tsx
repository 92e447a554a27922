import { useQuery } from '@tanstack/react-query';
import { listAvatars } from '../lib/queries.ts';
import { PersonCard } from '../parts/person-card.tsx';
import { PersonGallery } from '../parts/person-gallery.tsx';
import { texts } from '../texts/texts.ts';

const words = texts.avatars;

export function Avatars() {
  const avatars = useQuery({ queryKey: ['avatars'], queryFn: listAvatars });
  return (
    <PersonGallery
      words={words}
      addHref="#/avatars/new"
      people={avatars}
      card={({ id, name, description, agentId, agent, thumbnailUrl }) => (
        <PersonCard
          key={id}
          href={`#/avatars/${id}`}
          name={name}
          about={agentId ? description || agent?.name : words.mute}
          picture={thumbnailUrl}
          {...(agent?.voice && { speaks: { provider: agent.provider, voice: agent.voice } })}
        />
      )}
    />
  );
}
