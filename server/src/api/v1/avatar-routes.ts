import { Avatar, CreateAvatar, ReplaceAvatar } from '@visavis/contracts';
import type { Agents } from '../../domain/personas/agents.ts';
import type { Avatar as AvatarRow } from '../../domain/personas/avatars.ts';
import type { Endpoint } from '../api-app.ts';
import { PICTURE_BODY_BYTES } from '../body-limits.ts';
import { ownedRoutes } from '../owned-routes.ts';
import type { Links } from '../plugins/links.ts';
import { presentAvatar } from '../present/personas.ts';

export const avatarRoutes: Endpoint = (app, { agents, avatars }) => {
  const { create, list, get, replace, remove } = ownedRoutes(app, {
    names: ['avatar', 'avatars'],
    schema: Avatar,
    present: (rows: readonly AvatarRow[], { organization, links }) =>
      presentAvatars(agents, organization.id, rows, links),
  });
  create(async (organizationId, fields) => (await avatars.create(organizationId, fields)).avatar, {
    description:
      'Creates an avatar from a built-in face, named in `identity`, or from a picture in `refImage`.',
    body: CreateAvatar,
    bodyLimit: PICTURE_BODY_BYTES,
  });
  list(avatars.list);
  get(avatars.get);
  replace(avatars.replace, {
    description:
      'Replaces the whole avatar: omitted fields are reset to their defaults. Only the face stays the same unless you send another `identity` or `refImage`.',
    body: ReplaceAvatar,
    bodyLimit: PICTURE_BODY_BYTES,
  });
  remove(avatars.remove, {
    description: 'Deletes the avatar permanently and returns it.',
  });
};

/** Presents avatars with their linked agents, which are read together. */
async function presentAvatars(
  agents: Agents,
  organizationId: string,
  avatars: readonly AvatarRow[],
  links: Links,
): Promise<Avatar[]> {
  const linked = await agents.getMany(
    organizationId,
    avatars.map((avatar) => avatar.agentId),
  );
  return avatars.map((avatar) =>
    presentAvatar(avatar, avatar.agentId ? linked.get(avatar.agentId) : undefined, links),
  );
}
