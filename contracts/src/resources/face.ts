import { type Static, Type } from 'typebox';
import {
  Body,
  Client,
  DateTime,
  Id,
  OptionalText,
  READ_ONLY,
  Resource,
  TEXT_LIMITS,
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
  description: 'Points of a photographed face in picture coordinates, 0..1 from the top left.',
};

export const Face = Resource('Face', {
  id: Id('Identifier of the face.', 'face_01k3m6v2q8e4tb9p0x7yz5wnhd'),
  identity: Type.String({ description: 'A built-in face, or the name of a custom one.' }),
  builtIn: Type.Boolean({
    description: 'Whether it is one of the built-in faces; a custom one has a picture.',
  }),
  organizationId: Type.String(),
  createdAt: DateTime('When it was created.'),
  updatedAt: DateTime('When it last changed.'),
  client: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  thumbnailUrl: Type.String({ format: 'uri', description: 'A small picture that a browser can load.' }),
  referenceImgUrl: Type.String({ format: 'uri', description: 'The picture that the face is drawn from.' }),
  rig: Type.Optional(Type.Unsafe<Rig>({ type: 'object', ...rigSchema })),
});
export type Face = Static<typeof Face>;

const REF_IMAGE =
  'A portrait as a data URL or an https URL: PNG, JPEG or WebP, at most 5 MiB. It makes a custom face.';

export const RefImage = OptionalText(TEXT_LIMITS.picture, REF_IMAGE);

/** The points of a face in requests. */
export const GivenRig = Type.Optional(Type.Unsafe<Rig | null>({ type: ['object', 'null'], ...rigSchema }));

const described = {
  description: OptionalText(TEXT_LIMITS.description, 'What it looks like.'),
  client: Client,
  rig: GivenRig,
};
export const CreateFace = Body({
  identity: OptionalText(
    TEXT_LIMITS.name,
    'The name of a built-in face; with `refImage`, a name for the custom one.',
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
