import { type Static, Type } from 'typebox';
import { AGENT_VOICES, type AgentVoice } from './agent.ts';
import {
  Amount,
  Body,
  Flag,
  MaybeText,
  OptionalEnum,
  OptionalText,
  Resource,
  TEXT_LIMITS,
  Text,
} from './common.ts';
import { GivenRig, type Rig, rigSchema } from './face.ts';

/** About ten seconds of speech. */
const MAX_LETTERS = 120;

export const PreviewFace = Body({
  refImage: Type.String({
    minLength: 1,
    maxLength: TEXT_LIMITS.picture,
    description: 'Portrait as a data URL or an https URL: PNG, JPEG or WebP, at most 5 MiB.',
  }),
  rig: GivenRig,
  text: OptionalText(MAX_LETTERS, 'Sentence that the face says in `clip`. Without it, no clip is made.'),
  voice: OptionalEnum(
    AGENT_VOICES,
    'Voice of the clip, as spoken by the offline voice of this service. Default: `Puck`.',
  ),
});
export type PreviewFace = Static<typeof PreviewFace> & { voice?: AgentVoice | null };

const FaceClip = Type.Object(
  {
    text: Text('The spoken text.'),
    mimeType: Type.String({ description: 'Media type of `audio`.', examples: ['audio/wav'] }),
    audio: Text('The audio, encoded as Base64.'),
    pictureType: Type.String({ description: 'Media type of `pictures`.', examples: ['image/jpeg'] }),
    pictures: Text(
      'One image, encoded as Base64, that contains all frames of the clip in rows, from the top left.',
    ),
    columns: Type.Integer({ minimum: 1, description: 'Number of frames in a row.' }),
    count: Type.Integer({ minimum: 1, description: 'Number of frames.' }),
    side: Type.Integer({ minimum: 1, description: 'Width and height of each frame in pixels.' }),
    rate: Amount('Frames per second. The first frame is shown when the audio starts.'),
  },
  { description: 'Clip in which the face says the text. Absent if the request has no `text`.' },
);

const FoundFace = Type.Object(
  {
    left: Amount('Left edge of the face, in picture coordinates.'),
    top: Amount('Top edge of the face, in picture coordinates.'),
    width: Amount('Width of the face, as a fraction of the picture.'),
    height: Amount('Height of the face, as a fraction of the picture.'),
    eyes: Type.Unsafe<Rig>({
      type: 'object',
      ...rigSchema,
      description: 'Positions of both eyes. Send them as the `rig` of the picture to select this face.',
    }),
    isShown: Flag('Whether this face is the one that is shown.'),
    problem: Type.Optional(
      Type.Enum(['small', 'cut', 'turned'], {
        description:
          'Why the face cannot be animated: it has too few pixels (`small`), the border cuts it off (`cut`), or it is turned away or covered (`turned`).',
      }),
    ),
  },
  {
    description:
      'A face in the picture, with its box in picture coordinates (0 to 1, from the top left). The box may extend beyond the picture.',
  },
);

export const FacePreview = Resource(
  'FacePreview',
  {
    rig: Type.Unsafe<Rig>({
      type: 'object',
      ...rigSchema,
      description:
        'Landmarks by which the face is animated, in picture coordinates (0 to 1, from the top left): those of the request, and detected ones for the rest. Empty if no face was found.',
    }),
    faces: Type.Array(FoundFace, {
      description:
        'The detected faces, largest first. The largest face that can be animated is shown, unless `rig` selects another.',
    }),
    notice: MaybeText('Why the face cannot move its lips. Absent if it can.'),
    clip: Type.Optional(FaceClip),
  },
  'Preview of a picture as a face, which is not stored.',
);
export type FacePreview = Static<typeof FacePreview>;
