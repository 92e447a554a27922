import { type Static, Type } from 'typebox';
import {
  Body,
  Client,
  Id,
  MaybeText,
  OptionalEnum,
  OptionalText,
  OrganizationId,
  OwnClient,
  READ_ONLY,
  Resource,
  TEXT_LIMITS,
  TIMESTAMPS,
  UpdateBody,
} from './common.ts';

export const VOICE_NAMES = [
  'Puck',
  'Charon',
  'Kore',
  'Fenrir',
  'Aoede',
  'Leda',
  'Orus',
  'Zephyr',
  'Sulafat',
  'Sadachbia',
  'Sadaltager',
  'Vindemiatrix',
  'Zubenelgenubi',
  'Achird',
  'Pulcherrima',
  'Gacrux',
  'Schedar',
  'Alnilam',
  'Achernar',
  'Laomedeia',
  'Rasalgethi',
  'Algenib',
  'Erinome',
  'Despina',
  'Algieba',
  'Umbriel',
  'Iapetus',
  'Enceladus',
  'Autonoe',
  'Callirrhoe',
] as const;
export type VoiceName = (typeof VOICE_NAMES)[number];
export const DEFAULT_VOICE: VoiceName = 'Puck';

export const Voice = Resource('Voice', {
  id: Id('Identifier of the voice.', 'voc_01k3m6v2q8e4tb9p0x7yz5wnhd'),
  organizationId: OrganizationId,
  identity: Type.Enum(VOICE_NAMES, { description: 'Name of the voice.' }),
  ...TIMESTAMPS,
  client: OwnClient,
  instructions: MaybeText('Tone, rhythm and similar guidance for the voice.'),
});
export type Voice = Static<typeof Voice>;

const fields = {
  identity: OptionalEnum(VOICE_NAMES, `Name of the voice. Default: \`${DEFAULT_VOICE}\`.`),
  instructions: OptionalText(TEXT_LIMITS.instructions, 'Tone, rhythm and similar guidance for the voice.'),
  client: Client,
};
export const CreateVoice = Body(fields);
export type CreateVoice = Static<typeof CreateVoice>;
export const UpdateVoice = UpdateBody(fields, READ_ONLY);
