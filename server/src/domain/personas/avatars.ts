import type { CreateAvatar } from '@visavis/contracts';
import type { Clock } from '../clock.ts';
import { unprocessable } from '../errors.ts';
import { type Owned, type OwnedStore, ownedResources } from '../owned.ts';
import { referenceId } from '../references.ts';
import type { Agents } from './agents.ts';
import type { Face } from './face.ts';
import type { Faces } from './faces.ts';

export interface Avatar extends Owned {
  identity: string;
  name: string;
  description: string;
  faceId: string;
  agentId: string | null;
}

export interface CreatedAvatar {
  avatar: Avatar;
  /** The face that was created for it, if any. */
  newFace: Face | undefined;
}

export interface AvatarsNeeds {
  store: OwnedStore<Avatar>;
  faces: Faces;
  agents: Agents;
  clock: Clock;
}

export type Avatars = ReturnType<typeof createAvatars>;

export function createAvatars({ store, faces, agents, clock }: AvatarsNeeds) {
  const avatars = ownedResources('avatar', 'avt', store, clock);

  async function linkedAgent(organizationId: string, fields: CreateAvatar): Promise<string | null> {
    const agentId = referenceId(fields.agentId);
    if (!agentId) return null;
    return (await agents.resolveReference(organizationId, agentId, 'agentId')).id;
  }

  function describe(face: Face, fields: CreateAvatar): Pick<Avatar, 'identity' | 'name' | 'description'> {
    return {
      identity: face.identity,
      name: fields.name || faces.describe(face.identity)?.name || face.identity,
      description: fields.description ?? face.description ?? '',
    };
  }

  return {
    ...avatars,
    async create(organizationId: string, fields: CreateAvatar): Promise<CreatedAvatar> {
      const agentId = await linkedAgent(organizationId, fields);
      const client = referenceId(fields.client) ?? null;
      const { face, isNew } = await faces.obtain(organizationId, { ...fields, client });
      try {
        const texts = describe(face, fields);
        const avatar = await avatars.add(organizationId, { ...texts, faceId: face.id, agentId, client });
        return { avatar, newFace: isNew ? face : undefined };
      } catch (error) {
        if (isNew) await faces.remove(organizationId, face.id);
        throw error;
      }
    },
    /** Omitted fields are unset, except the face, which stays unless the request names another. */
    replace: async (organizationId: string, id: string, fields: CreateAvatar) => {
      const avatar = await avatars.get(organizationId, id);
      const agentId = await linkedAgent(organizationId, fields);
      const client = referenceId(fields.client) ?? null;
      if (fields.rig && !fields.refImage)
        throw unprocessable('rig', 'Also send the refImage that the rig belongs to.');
      const keepsFace = !fields.refImage && (!fields.identity || fields.identity === avatar.identity);
      const face = keepsFace
        ? await faces.get(organizationId, avatar.faceId)
        : (await faces.obtain(organizationId, { ...fields, client })).face;
      const texts = describe(face, fields);
      return avatars.change(organizationId, id, { ...texts, faceId: face.id, agentId, client });
    },
  };
}
