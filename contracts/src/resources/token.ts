import { type Static, Type } from 'typebox';
import { Body, DateTime, OptionalId, OptionalText, RequiredText, Resource, TEXT_LIMITS } from './common.ts';

export const CreateToken = Body({
  user: RequiredText(TEXT_LIMITS.identity, 'The end user that the token is for; the consumer’s identity.'),
  client: OptionalText(TEXT_LIMITS.client, 'Binds the token to this client.'),
  character: OptionalId('Binds the token to this character or avatar, by its id.'),
});
export type CreateToken = Static<typeof CreateToken>;

export const ClientToken = Resource('ClientToken', {
  token: Type.String({ description: 'A signed token for `Authorization: Bearer` on `/v1/session-passes`.' }),
  expiresAt: DateTime('When the token expires.'),
});
export type ClientToken = Static<typeof ClientToken>;
