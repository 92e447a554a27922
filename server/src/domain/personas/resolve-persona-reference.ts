import type { Avatar, Avatars } from './avatars.ts';
import type { Character, Characters } from './characters.ts';

/** The name of the missing resource if a request may name either kind. */
export const CHARACTER_OR_AVATAR = 'character or avatar';

/** A request may name either kind; the prefix of the id distinguishes them. */
export const isCharacterId = (id: string) => id.startsWith('char_');

/** @throws DomainError `unprocessable` if the organization has neither */
export function resolvePersonaReference(
  { avatars, characters }: { avatars: Avatars; characters: Characters },
  organizationId: string,
  id: string,
  path: string,
): Promise<Avatar | Character> {
  const kind = isCharacterId(id) ? characters : avatars;
  return kind.resolveReference(organizationId, id, path, { label: CHARACTER_OR_AVATAR });
}
