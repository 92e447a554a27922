import { Character, CreateCharacter, UpdateCharacter } from '@visavis/contracts';
import type { Character as CharacterRow } from '../../domain/personas/characters.ts';
import type { Services } from '../../domain/services.ts';
import type { Endpoint } from '../api-app.ts';
import { ownedRoutes } from '../owned-routes.ts';
import type { Links } from '../plugins/links.ts';
import { DOCUMENTS_WITHIN } from '../present/knowledge.ts';
import { presentCharacter } from '../present/personas.ts';

export const characterRoutes: Endpoint = (app, services) => {
  const { characters } = services;
  const { create, list, get, update, replace, remove } = ownedRoutes(app, {
    names: ['character', 'characters'],
    schema: Character,
    present: (rows: readonly CharacterRow[], { organization, links }) =>
      presentCharacters(services, organization.id, rows, links),
  });
  create(characters.create, { body: CreateCharacter });
  list(characters.list);
  get(characters.get);
  update(characters.update, { body: UpdateCharacter });
  replace(characters.update, {
    description: 'Works like `PATCH`: omitted fields stay unchanged; `null` resets a field to its default.',
    body: UpdateCharacter,
  });
  remove(characters.remove);
};

/** Presents characters with their resources, which are read together. */
async function presentCharacters(
  services: Services,
  organizationId: string,
  characters: readonly CharacterRow[],
  links: Links,
): Promise<Character[]> {
  const read = <T>(
    kind: { getMany(organizationId: string, ids: Iterable<string | null>): Promise<Map<string, T>> },
    idOf: (character: CharacterRow) => string | null,
  ) => kind.getMany(organizationId, characters.map(idOf));
  const [faces, voices, brains, knowledgeBases] = await Promise.all([
    read(services.faces, ({ faceId }) => faceId),
    read(services.voices, ({ voiceId }) => voiceId),
    read(services.brains, ({ brainId }) => brainId),
    read(services.knowledgeBases, ({ knowledgeBaseId }) => knowledgeBaseId),
  ]);
  const documents = await services.documents.newestOf([...knowledgeBases.keys()], DOCUMENTS_WITHIN);
  return characters.map((character) => {
    const { faceId, voiceId, brainId, knowledgeBaseId } = character;
    const pieces = {
      face: faces.get(faceId)!,
      voice: voices.get(voiceId ?? ''),
      brain: brains.get(brainId ?? ''),
      knowledgeBase: knowledgeBases.get(knowledgeBaseId ?? ''),
      documents: documents.get(knowledgeBaseId ?? ''),
    };
    return presentCharacter(character, pieces, links);
  });
}
