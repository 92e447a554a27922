import type { Avatar, Character } from '@visavis/client';
import { describedIn } from '@visavis/web/people';
import { language } from '../texts/texts.ts';

/** Somebody to talk with: an avatar (API version 1) or a character (version 3). The console calls both avatars. */
export type Person = Avatar | Character;

export const isCharacter = (person: Person): person is Character => 'faceId' in person;

/** Returns the people who can talk: an avatar without an agent cannot. */
export const withAgent = (people: readonly Person[] = []): Person[] =>
  people.filter((person) => isCharacter(person) || person.agentId);

export const asOptions = (items: readonly { id: string; name: string }[] = []) =>
  items.map(({ id, name }) => ({ value: id, label: name }));

export const pictureOf = (person: Person): string =>
  isCharacter(person) ? person.face.thumbnailUrl : person.thumbnailUrl;

/** Returns the description, in the language of the page if it is the service's own. */
export function descriptionOf(person: Person): string | undefined {
  const { description } = person;
  if (isCharacter(person) || description === undefined) return description;
  return describedIn(language, person.identity, description);
}

/** Returns the path of the page that shows the person. */
export const pathOf = (person: Person): string =>
  `/${isCharacter(person) ? 'characters' : 'avatars'}/${person.id}`;
