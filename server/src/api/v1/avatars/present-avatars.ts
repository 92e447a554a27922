import type * as contract from '@visavis/contracts';
import type { Agents } from '../../../domain/personas/agents.ts';
import type { Avatar } from '../../../domain/personas/avatars.ts';
import type { Links } from '../../plugins/links.ts';
import { presentAvatar } from '../../present/personas.ts';

/** Avatars with their linked agents, which are read together. */
export async function presentAvatars(
  agents: Agents,
  organizationId: string,
  avatars: readonly Avatar[],
  links: Links,
): Promise<contract.Avatar[]> {
  const linked = await agents.getMany(
    organizationId,
    avatars.map((avatar) => avatar.agentId),
  );
  return avatars.map((avatar) =>
    presentAvatar(avatar, avatar.agentId ? linked.get(avatar.agentId) : undefined, links),
  );
}

export async function presentOneAvatar(
  agents: Agents,
  avatar: Avatar,
  links: Links,
): Promise<contract.Avatar> {
  const [presented] = await presentAvatars(agents, avatar.organizationId, [avatar], links);
  return presented!;
}
