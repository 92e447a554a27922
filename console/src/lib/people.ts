import type { Avatar, Character } from '@visavis/client';

/** Whom users talk with: an avatar of version 1 of the API, or a character of version 3. The console calls both avatars. */
export type Person = Avatar | Character;

export const isCharacter = (person: Person): person is Character => 'faceId' in person;

/** Returns the people with whom one can talk: an avatar without an agent says nothing. */
export const speaking = (people: readonly Person[] = []): Person[] =>
  people.filter((person) => isCharacter(person) || person.agentId);

export const asOptions = (people: readonly Person[] = []) =>
  people.map(({ id, name }) => ({ value: id, label: name }));

export const pictureOf = (person: Person): string =>
  isCharacter(person) ? person.face.thumbnailUrl : person.thumbnailUrl;

/** Returns the path of the page that shows and changes a person. */
export const pathOf = (person: Person): string =>
  `/${isCharacter(person) ? 'characters' : 'avatars'}/${person.id}`;
