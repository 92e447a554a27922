import type { Points } from './face-points.ts';
import type { Values } from './forms.ts';

/** The fields that the avatar and the character form have in common, besides the plain ones of the contract. */
export interface PersonFields extends Values {
  name: string;
  /** A built-in person; empty if there is a picture. */
  identity: string;
  /** A data URL. */
  picture: string | undefined;
  /** Points of the face that the user placed in the picture. */
  rig: Points | undefined;
  voice: string;
  knowledgeBaseId: string;
  toolIds: string[];
}

/** The fields of a form, and the function that changes some of them. */
export interface ChangedPerson {
  fields: PersonFields;
  change: (part: Partial<PersonFields>) => void;
}

export const NO_PERSON: PersonFields = {
  name: '',
  identity: '',
  picture: undefined,
  rig: undefined,
  voice: '',
  knowledgeBaseId: '',
  toolIds: [],
};
