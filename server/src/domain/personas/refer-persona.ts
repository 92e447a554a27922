import type { Avatar, Avatars } from './avatars.ts';
import type { Character, Characters } from './characters.ts';

/** What is missing where a request may name the one or the other. */
export const CHARACTER_OR_AVATAR = 'character or avatar';

/** Either may stand where the other is asked for; their ids tell them apart. */
export const isCharacterId = (id: string) => id.startsWith('char_');

/** @throws DomainError `unprocessable` where the organization has neither */
export function referPersona(
  { avatars, characters }: { avatars: Avatars; characters: Characters },
  organizationId: string,
  id: string,
  path: string,
): Promise<Avatar | Character> {
  const kind = isCharacterId(id) ? characters : avatars;
  return kind.refer(organizationId, id, path, CHARACTER_OR_AVATAR);
}
