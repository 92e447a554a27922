import { type Static, Type } from 'typebox';
import {
  Body,
  Client,
  Flag,
  Id,
  MaybeText,
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

/** Points of a photographed face in picture coordinates, 0..1 from the top left. */
export type Rig = Record<string, [number, number]>;

export const rigSchema = {
  additionalProperties: {
    type: 'array',
    items: { type: 'number', minimum: 0, maximum: 1 },
    minItems: 2,
    maxItems: 2,
  },
  maxProperties: 200,
  description:
    'Landmarks of the face by name, each as `[x, y]` in picture coordinates: 0 to 1, from the top left.',
};

export const Face = Resource('Face', {
  id: Id('Identifier of the face.', 'face_01k3m6v2q8e4tb9p0x7yz5wnhd'),
  identity: Text('Name of the built-in or custom face.'),
  builtIn: Flag('Whether it is a built-in face. A custom face was created from a picture.'),
  organizationId: OrganizationId,
  ...TIMESTAMPS,
  client: OwnClient,
  description: MaybeText('Description of the face.'),
  thumbnailUrl: Type.String({ format: 'uri', description: 'URL of a small picture, for browsers.' }),
  referenceImgUrl: Type.String({
    format: 'uri',
    description: 'URL of the picture from which the face is drawn.',
  }),
  rig: Type.Optional(Type.Unsafe<Rig>({ type: 'object', ...rigSchema })),
});
export type Face = Static<typeof Face>;

const REF_IMAGE =
  'Portrait from which a custom face is created, as a data URL or an https URL: PNG, JPEG or WebP, at most 5 MiB.';

export const RefImage = OptionalText(TEXT_LIMITS.picture, REF_IMAGE);

/** The points of a face in requests. */
export const GivenRig = Type.Optional(Type.Unsafe<Rig | null>({ type: ['object', 'null'], ...rigSchema }));

const described = {
  description: OptionalText(TEXT_LIMITS.description, 'Description of the face.'),
  client: Client,
  rig: GivenRig,
};
export const CreateFace = Body({
  identity: OptionalText(
    TEXT_LIMITS.name,
    'Name of a built-in face. With `refImage`, a name for the custom face. Required without `refImage`.',
  ),
  refImage: RefImage,
  ...described,
});
export type CreateFace = Static<typeof CreateFace>;
export const UpdateFace = UpdateBody(described, [
  ...READ_ONLY,
  'identity',
  'builtIn',
  'thumbnailUrl',
  'referenceImgUrl',
]);
export type UpdateFace = Static<typeof UpdateFace>;
