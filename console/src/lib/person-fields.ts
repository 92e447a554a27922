import type { Points } from './face-points.ts';
import type { Values } from './forms.ts';

/** The fields that the forms of avatars and of characters have in common; beside them the plain ones of the contract. */
export interface PersonFields extends Values {
  name: string;
  /** A built-in person; empty with a picture. */
  identity: string;
  /** A data URL. */
  picture: string | undefined;
  /** Points of the face in the picture that were placed by hand. */
  rig: Points | undefined;
  voice: string;
  knowledgeBaseId: string;
  toolIds: string[];
}

/** The fields of a form, and what changes some of them. */
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
