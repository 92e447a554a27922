import { type Static, Type } from 'typebox';
import { Agent } from './agent.ts';
import {
  AlwaysText,
  Body,
  DateTime,
  Id,
  OptionalId,
  OptionalReference,
  OptionalText,
  READ_ONLY,
  Resource,
  TEXT_LIMITS,
  UpdateBody,
} from './common.ts';
import { GivenRig, RefImage } from './face.ts';

export const Avatar = Resource('Avatar', {
  id: Id('Identifier of the avatar.', 'avt_01k3m6v2q8e4tb9p0x7yz5wnhd'),
  organizationId: Type.String(),
  identity: Type.String({
    description:
      'A built-in face, or the name of a custom one; the identity under which the avatar joins the room.',
  }),
  name: Type.String(),
  description: AlwaysText('Who it is.'),
  thumbnailUrl: Type.String({ format: 'uri' }),
  createdAt: DateTime('When it was created.'),
  updatedAt: DateTime('When it last changed.'),
  client: Type.Optional(Type.String()),
  agentId: Type.Optional(Type.Object({ id: Type.String() }, { description: 'The agent linked with it.' })),
  agent: Type.Optional(Agent),
});
export type Avatar = Static<typeof Avatar>;

export const avatarFields = {
  identity: OptionalText(
    TEXT_LIMITS.name,
    'The name of a built-in face; with `refImage`, a name for the custom one. The avatar joins the room under it.',
  ),
  name: OptionalText(TEXT_LIMITS.name, 'A display name; the avatar has it in the room.'),
  refImage: RefImage,
  rig: GivenRig,
  agentId: OptionalReference('The agent that speaks where a session names none.'),
  client: OptionalReference('Segments resources by the caller’s own client.'),
};
const description = OptionalText(TEXT_LIMITS.description, 'Who it is.');

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
  { id: OptionalId('Id of an existing avatar, or of a character.'), ...avatarFields },
  { description: 'An existing avatar by its `id`, or a new one defined in place.' },
);
export type AvatarChoice = Static<typeof AvatarChoice>;
