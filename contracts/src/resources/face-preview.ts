import { type Static, Type } from 'typebox';
import { AGENT_VOICES, type AgentVoice } from './agent.ts';
import { Body, OptionalEnum, OptionalText, Resource, TEXT_LIMITS } from './common.ts';
import { GivenRig, type Rig, rigSchema } from './face.ts';

/** About ten seconds of speech. */
const MAX_LETTERS = 120;

export const PreviewFace = Body({
  refImage: Type.String({
    minLength: 1,
    maxLength: TEXT_LIMITS.picture,
    description: 'A portrait as a data URL or an https URL: PNG, JPEG or WebP, at most 5 MiB.',
  }),
  rig: GivenRig,
  text: OptionalText(MAX_LETTERS, 'A sentence that the face says. Where it is absent, there is no clip.'),
  voice: OptionalEnum(
    AGENT_VOICES,
    'The voice it is said in, as the offline voice of this service has it; `Puck` where absent.',
  ),
});
export type PreviewFace = Static<typeof PreviewFace> & { voice?: AgentVoice | null };

const FaceClip = Type.Object(
  {
    text: Type.String({ description: 'What is said.' }),
    mimeType: Type.String({ description: 'What kind of sound it is.', examples: ['audio/wav'] }),
    audio: Type.String({ description: 'The sound, in Base64.' }),
    pictureType: Type.String({ description: 'What kind of picture it is.', examples: ['image/jpeg'] }),
    pictures: Type.String({
      description: 'One picture, in Base64, with all pictures of the clip in rows, from the top left.',
    }),
    columns: Type.Integer({ minimum: 1, description: 'Pictures in a row.' }),
    count: Type.Integer({ minimum: 1, description: 'How many pictures there are.' }),
    side: Type.Integer({ minimum: 1, description: 'Width and height of each in pixels.' }),
    rate: Type.Number({ description: 'Pictures a second; the first belongs to the begin of the sound.' }),
  },
  { description: 'The face as it says the text.' },
);

const FoundFace = Type.Object(
  {
    left: Type.Number(),
    top: Type.Number(),
    width: Type.Number(),
    height: Type.Number(),
    eyes: Type.Unsafe<Rig>({
      type: 'object',
      ...rigSchema,
      description: 'Both eyes. As the `rig` of the picture they choose this face.',
    }),
    isShown: Type.Boolean({ description: 'Whether it is the one that is shown.' }),
    problem: Type.Optional(
      Type.Enum(['small', 'cut', 'turned'], {
        description:
          'Why it cannot be moved: it has too few pixels, the border cuts it off, or it is turned away or covered.',
      }),
    ),
  },
  { description: 'A face in the picture: its box in picture coordinates; the border may cut it.' },
);

export const FacePreview = Resource(
  'FacePreview',
  {
    rig: Type.Unsafe<Rig>({
      type: 'object',
      ...rigSchema,
      description:
        'The points that the face is moved by, in picture coordinates, 0..1 from the top left: those that were given, else those that were found. Empty where no face was found.',
    }),
    faces: Type.Array(FoundFace, {
      description:
        'The faces that were found, the largest first; it is shown where the rig chooses no other.',
    }),
    notice: Type.Optional(Type.String({ description: 'Why the face cannot move its lips.' })),
    clip: Type.Optional(FaceClip),
  },
  'How a picture would look as a face, before it is one.',
);
export type FacePreview = Static<typeof FacePreview>;
