import type * as contract from '@visavis/contracts';
import type { Character } from '../../../domain/personas/characters.ts';
import type { Services } from '../../../domain/services.ts';
import type { Links } from '../../plugins/links.ts';
import { presentCharacter } from '../../present/personas.ts';

/** Characters with their pieces, which are read together. */
export async function presentCharacters(
  services: Services,
  organizationId: string,
  characters: readonly Character[],
  links: Links,
): Promise<contract.Character[]> {
  const read = <T>(
    kind: { getMany(organizationId: string, ids: Iterable<string | null>): Promise<Map<string, T>> },
    idOf: (character: Character) => string | null,
  ) => kind.getMany(organizationId, characters.map(idOf));
  const [faces, voices, brains, knowledgeBases] = await Promise.all([
    read(services.faces, ({ faceId }) => faceId),
    read(services.voices, ({ voiceId }) => voiceId),
    read(services.brains, ({ brainId }) => brainId),
    read(services.knowledgeBases, ({ knowledgeBaseId }) => knowledgeBaseId),
  ]);
  const documents = await services.documents.ofKnowledgeBases([...knowledgeBases.keys()]);
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

export async function presentOneCharacter(
  services: Services,
  character: Character,
  links: Links,
): Promise<contract.Character> {
  const [presented] = await presentCharacters(services, character.organizationId, [character], links);
  return presented!;
}
