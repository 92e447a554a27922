import { Button, Card, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Note } from '../components/note.tsx';
import { EmptyState, Page } from '../components/page.tsx';
import { VoiceSample } from '../components/voice-sample.tsx';
import { descriptionOf, isCharacter, type Person, pathOf, pictureOf } from '../lib/people.ts';
import { PEOPLE } from '../lib/queries.ts';
import { useIsPendingRemoval } from '../lib/removals.ts';
import { mayChange } from '../lib/roles.ts';
import { isAudible, type SpeakingAgent, useSpeaker } from '../lib/speaker.ts';
import { texts } from '../texts/texts.ts';

const words = texts.avatars;

/** Up to this many avatars, there is no search field. */
const SEARCH_ABOVE = 8;

/** Lists everybody that users can talk with, with a search field if there are many. */
export function Avatars() {
  const people = useQuery(PEOPLE);
  const [search, setSearch] = useState('');
  const query = search.trim().toLowerCase();
  const shown = (people.data ?? []).filter((person) =>
    `${person.name} ${descriptionOf(person) ?? ''}`.toLowerCase().includes(query),
  );
  const add = mayChange() && (
    <Button component="a" href="#/avatars/new">
      {words.add}
    </Button>
  );
  return (
    <Page title={words.title} about={words.about} actions={add} query={people}>
      {(people.data?.length ?? 0) > SEARCH_ABOVE && (
        <TextInput
          aria-label={words.find}
          placeholder={words.find}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          maw={320}
        />
      )}
      <div className="cards">
        {shown.map((person) => (
          <PersonCard key={person.id} person={person} />
        ))}
      </div>
      {people.data && people.data.length > 0 && shown.length === 0 && (
        <EmptyState title={words.noneFits}>{texts.common.searchOther}</EmptyState>
      )}
      {people.data?.length === 0 && (
        <EmptyState title={words.none} action={add}>
          {words.noneYet}
        </EmptyState>
      )}
    </Page>
  );
}

function PersonCard({ person }: { person: Person }) {
  const voice = voiceOf(person);
  const isPendingRemoval = useIsPendingRemoval(person.id);
  return (
    <Card padding={0} className={isPendingRemoval ? 'person pending-removal' : 'person'}>
      <a href={`#${pathOf(person)}`}>
        <img src={pictureOf(person)} alt="" loading="lazy" />
        <Text fw={600} px="sm" pt="xs">
          {person.name}
        </Text>
      </a>
      <Note lineClamp={2} mx="sm" mb="sm">
        {isPendingRemoval ? texts.removal.deleted : aboutOf(person)}
      </Note>
      {voice && <CardVoice {...voice} />}
    </Card>
  );
}

function aboutOf(person: Person): string | undefined {
  const description = descriptionOf(person);
  if (isCharacter(person)) return description;
  if (!person.agentId) return words.mute;
  const about = description || person.agent?.name;
  // The agent often has the avatar's name, which is not repeated.
  return about === person.name ? undefined : about;
}

/** Plays the voice, if it can be heard outside a conversation. */
function CardVoice(voice: PersonVoice) {
  const speaker = useSpeaker(voice.agent);
  return (
    isAudible(speaker) && (
      <div style={{ padding: '0 0.75rem 0.75rem', marginTop: 'auto' }}>
        <VoiceSample speaker={speaker} {...voice} />
      </div>
    )
  );
}

interface PersonVoice {
  agent: SpeakingAgent;
  voice: string;
  language?: string | undefined;
}

function voiceOf(person: Person): PersonVoice | undefined {
  if (!isCharacter(person)) {
    const { agent } = person;
    return agent?.voice ? { agent, voice: agent.voice, language: agent.language } : undefined;
  }
  const { provider, voice } = person;
  // An agent at ElevenLabs has its own voice.
  if (!voice || provider === 'elevenlabs') return undefined;
  return { agent: { provider, anyProvider: true }, voice: voice.identity };
}
