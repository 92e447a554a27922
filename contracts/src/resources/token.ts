import type { Static } from 'typebox';
import {
  Body,
  DateTime,
  OptionalId,
  OptionalText,
  RequiredText,
  Resource,
  TEXT_LIMITS,
  Text,
} from './common.ts';

export const CreateToken = Body({
  user: RequiredText(
    TEXT_LIMITS.identity,
    'End user of the token. Sessions started with it must have this identity as consumer.',
  ),
  client: OptionalText(
    TEXT_LIMITS.client,
    'Client of the token: sessions started with it belong to this client. Default: none.',
  ),
  character: OptionalId(
    'Id of the only character or avatar with which the token can start sessions. Default: any.',
  ),
});
export type CreateToken = Static<typeof CreateToken>;

export const ClientToken = Resource('ClientToken', {
  token: Text(
    'Signed token: send it as `Authorization: Bearer …` to `/v1/session-passes` and to the operations of `/v3/conversations` that accept client tokens.',
  ),
  expiresAt: DateTime('When the token expires.'),
});
export type ClientToken = Static<typeof ClientToken>;
