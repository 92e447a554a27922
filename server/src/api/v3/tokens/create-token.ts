import { ClientToken, CreateToken } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';

export const createToken: Endpoint = (app, { clientTokens }) => {
  app.post(
    '/tokens',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'createToken',
        tags: ['tokens'],
        summary: 'Generate client token',
        description:
          'A token for a browser. With it one can start sessions as exactly this user, client and character through ' +
          '`/v1/session-passes`, read and stop those sessions, and do nothing else. It is valid for an hour.',
        body: CreateToken,
        response: { 201: ClientToken },
      },
    },
    async (request, reply) => {
      const { token, expiresAt } = await clientTokens.mint(request.organization.id, request.body);
      return reply.code(201).send({ token, expiresAt: expiresAt.toISOString() });
    },
  );
};
