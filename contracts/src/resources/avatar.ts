import { type Static, Type } from 'typebox';
import { Agent } from './agent.ts';
import {
  AlwaysText,
  Body,
  CLIENT,
  Id,
  OptionalId,
  OptionalReference,
  OptionalText,
  OrganizationId,
  OwnClient,
  READ_ONLY,
  Resource,
  TEXT_LIMITS,
  Text,
  TIMESTAMPS,
  UpdateBody,
} from './common.ts';
import { GivenRig, RefImage } from './face.ts';

export const Avatar = Resource('Avatar', {
  id: Id('Identifier of the avatar.', 'avt_01k3m6v2q8e4tb9p0x7yz5wnhd'),
  organizationId: OrganizationId,
  identity: Text(
    'Name of the built-in or custom face. It is also the identity with which the avatar joins the room.',
  ),
  name: Text('Display name.'),
  description: AlwaysText('Description of the avatar.'),
  thumbnailUrl: Type.String({ format: 'uri', description: 'URL of a small picture of the face.' }),
  ...TIMESTAMPS,
  client: OwnClient,
  agentId: Type.Optional(Type.Object({ id: Type.String() }, { description: 'The linked agent.' })),
  agent: Type.Optional(Agent),
});
export type Avatar = Static<typeof Avatar>;

export const avatarFields = {
  identity: OptionalText(
    TEXT_LIMITS.name,
    'Name of a built-in face. With `refImage`, a name for the custom face. The avatar joins the room with this identity.',
  ),
  name: OptionalText(TEXT_LIMITS.name, 'Display name, also in the room. Default: the name of the face.'),
  refImage: RefImage,
  rig: GivenRig,
  agentId: OptionalReference('The linked agent: it speaks in sessions that specify no agent.'),
  client: OptionalReference(CLIENT),
};
const description = OptionalText(
  TEXT_LIMITS.description,
  'Description of the avatar. Default: the description of the face.',
);

export const CreateAvatar = Body({ ...avatarFields, description });
export type CreateAvatar = Static<typeof CreateAvatar>;
/** `PUT` replaces: omitted fields are unset, except the picture, which stays unless another is given. */
export const ReplaceAvatar = UpdateBody({ ...avatarFields, description }, [
  ...READ_ONLY,
  'thumbnailUrl',
  'agent',
]);

/** The avatar of a session: an existing one by its `id`, or a new one. */
export const AvatarChoice = Body(
  { id: OptionalId('Id of an existing avatar or character.'), ...avatarFields },
  { description: 'Either an existing avatar by its `id`, or a new avatar defined in place.' },
);
export type AvatarChoice = Static<typeof AvatarChoice>;
