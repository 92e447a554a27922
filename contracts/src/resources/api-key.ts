import { type Static, Type } from 'typebox';
import { Body, DateTime, Id, OptionalText, Resource, TEXT_LIMITS } from './common.ts';

const key = {
  id: Id('Identifier of the key.', 'key_01k3m6v2q8e4tb9p0x7yz5wnhd'),
  organizationId: Type.String(),
  name: Type.String(),
  lastUsedAt: Type.Optional(DateTime('When it was last used, accurate to about 15 seconds.')),
  expiresAt: Type.Optional(DateTime('When it ceases to be accepted.')),
  createdAt: DateTime('When it was created.'),
};
export const ApiKey = Resource('ApiKey', {
  ...key,
  current: Type.Boolean({ description: 'Whether this very call was made with it.' }),
});
export type ApiKey = Static<typeof ApiKey>;

export const CreatedApiKey = Resource('CreatedApiKey', {
  ...key,
  key: Type.String({ description: 'The key itself, shown only in this answer.' }),
});
export type CreatedApiKey = Static<typeof CreatedApiKey>;

export const CreateApiKey = Body({
  name: OptionalText(TEXT_LIMITS.name, 'What it is for.'),
  expiresAt: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date-time',
      description: 'When it ceases to be accepted.',
    }),
  ),
});
export type CreateApiKey = Static<typeof CreateApiKey>;
