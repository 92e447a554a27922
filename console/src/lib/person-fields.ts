import type { Points } from './face-points.ts';

/** The fields that the forms of avatars and of characters have in common. */
export interface PersonFields {
  name: string;
  description: string;
  /** A built-in person; empty with a picture. */
  identity: string;
  /** A data URL. */
  picture: string | undefined;
  /** Points of the face in the picture that were placed by hand. */
  rig: Points | undefined;
  voice: string;
  instructions: string;
  greeting: string;
  knowledgeBaseId: string;
  toolIds: string[];
  search: boolean;
  memory: boolean;
}

export const NO_PERSON: PersonFields = {
  name: '',
  description: '',
  identity: '',
  picture: undefined,
  rig: undefined,
  voice: '',
  instructions: '',
  greeting: '',
  knowledgeBaseId: '',
  toolIds: [],
  search: false,
  memory: false,
};
