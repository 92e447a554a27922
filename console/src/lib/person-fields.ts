/** The fields that the forms of avatars and of characters have in common. */
export interface PersonFields {
  name: string;
  description: string;
  /** A built-in person; empty with a picture. */
  identity: string;
  /** A data URL. */
  picture: string | undefined;
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
  voice: '',
  instructions: '',
  greeting: '',
  knowledgeBaseId: '',
  toolIds: [],
  search: false,
  memory: false,
};
