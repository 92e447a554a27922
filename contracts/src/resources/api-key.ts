import { type Static, Type } from 'typebox';
import {
  Body,
  DateTime,
  Flag,
  Id,
  MaybeTime,
  OptionalText,
  OrganizationId,
  Resource,
  TEXT_LIMITS,
  Text,
} from './common.ts';

const key = {
  id: Id('Identifier of the key.', 'key_01k3m6v2q8e4tb9p0x7yz5wnhd'),
  organizationId: OrganizationId,
  name: Text('Purpose of the key.'),
  lastUsedAt: MaybeTime('When it was last used, accurate to about 15 seconds. Absent if it was never used.'),
  expiresAt: MaybeTime('When it expires. Absent if it does not expire.'),
  createdAt: DateTime('When it was created.'),
};
export const ApiKey = Resource('ApiKey', {
  ...key,
  current: Flag('Whether this request was made with this key.'),
});
export type ApiKey = Static<typeof ApiKey>;

export const CreatedApiKey = Resource('CreatedApiKey', {
  ...key,
  key: Text('The key itself. It is returned only in this response.'),
});
export type CreatedApiKey = Static<typeof CreatedApiKey>;

export const CreateApiKey = Body({
  name: OptionalText(TEXT_LIMITS.name, 'Purpose of the key.'),
  expiresAt: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date-time',
      description: 'When the key expires. Default: never.',
    }),
  ),
});
export type CreateApiKey = Static<typeof CreateApiKey>;
