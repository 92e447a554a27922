import type { Avatar, Character } from '@visavis/client';
import { describedIn } from '@visavis/web/people';
import { language } from '../texts/texts.ts';

/** Whom users talk with: an avatar of version 1 of the API, or a character of version 3. The console calls both avatars. */
export type Person = Avatar | Character;

export const isCharacter = (person: Person): person is Character => 'faceId' in person;

/** Returns the people with whom one can talk: an avatar without an agent says nothing. */
export const speaking = (people: readonly Person[] = []): Person[] =>
  people.filter((person) => isCharacter(person) || person.agentId);

export const asOptions = (named: readonly { id: string; name: string }[] = []) =>
  named.map(({ id, name }) => ({ value: id, label: name }));

export const pictureOf = (person: Person): string =>
  isCharacter(person) ? person.face.thumbnailUrl : person.thumbnailUrl;

/** In the language of the page, where the service describes the person. */
export function descriptionOf(person: Person): string | undefined {
  const { description } = person;
  if (isCharacter(person) || description === undefined) return description;
  return describedIn(language, person.identity, description);
}

/** Of the page that shows and changes it. */
export const pathOf = (person: Person): string =>
  `/${isCharacter(person) ? 'characters' : 'avatars'}/${person.id}`;
