import { AccessTokens, IdParams } from '@visavis/contracts';
import { grantKey } from '../../../domain/organizations/client-tokens.ts';
import type { Endpoint } from '../../api-app.ts';
import { withoutEmpty } from '../../present/present.ts';

export const renewAccessTokens: Endpoint = (app, { conversations }) => {
  app.post(
    '/conversations/:id/access-tokens',
    {
      config: { access: 'api_key_or_client_token', storesNothing: true },
      schema: {
        operationId: 'renewAccessTokens',
        tags: ['conversations'],
        summary: 'Renew access tokens',
        description:
          'Fresh tokens for the same participants of a running conversation, for one who has lost the first: after a ' +
          'reload, or on another device. Earlier tokens stay valid. 409 once it has ended, and where the room is your ' +
          'own. A client token may renew what was started with it.',
        params: IdParams,
        response: { 201: AccessTokens },
      },
    },
    async (request, reply) => {
      const { organization, grantIfAny: grant } = request;
      const { expiresAt, ...tokens } = await conversations.renewAccess(
        organization.id,
        request.params.id,
        grant && grantKey(grant),
      );
      return reply.code(201).send({ ...withoutEmpty(tokens), expiresAt: expiresAt.toISOString() });
    },
  );
};
