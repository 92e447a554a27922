import { ClientToken, CreateToken } from '@visavis/contracts';
import { resolvePersonaReference } from '../../domain/personas/resolve-persona-reference.ts';
import { type Endpoint, operation } from '../api-app.ts';

export const createToken: Endpoint = (app, services) => {
  app.post(
    '/tokens',
    operation('api_key', 'tokens', {
      operationId: 'createToken',
      summary: 'Generate client token',
      description:
        'Creates a token for the browser of an end user. With it, the browser can start sessions for this user, client and character ' +
        '(`POST /v1/session-passes`), and read, follow, rate and stop these sessions and renew their access tokens. It is valid ' +
        'for one hour, but only as long as the API key that created it is valid, or the member who created it can create tokens.',
      body: CreateToken,
      response: { 201: ClientToken },
      flags: { permission: 'administer', storesNothing: true },
    }),
    async (request, reply) => {
      const { organization, body, apiKeyId, signedIn } = request;
      if (body.character)
        await resolvePersonaReference(services, organization.id, body.character, 'character');
      const { token, expiresAt } = await services.clientTokens.mint(organization.id, body, {
        apiKeyId,
        memberId: signedIn?.member.id,
      });
      return reply.code(201).send({ token, expiresAt: expiresAt.toISOString() });
    },
  );
};
