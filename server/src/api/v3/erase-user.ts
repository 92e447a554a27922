import { EraseUserQuery, ErasureReceipt, UserParams } from '@visavis/contracts';
import { type Endpoint, operation } from '../api-app.ts';

export const eraseUser: Endpoint = (app, { erasure }) => {
  app.delete(
    '/users/:identity',
    operation('api_key', {
      operationId: 'eraseUser',
      tags: ['users'],
      summary: 'Erase user',
      description:
        'Everything of a consumer, with one `client` or with all: their conversations with transcripts and timelines, what ' +
        'is remembered of them, and deliveries of webhooks about them. What they have running is stopped first. Usage stays ' +
        'in the sums, without their name. No webhook tells of it. Irreversible, and may be repeated: the receipt of what ' +
        'was erased before counts nothing. A client token that they still have may start a new conversation until it expires.',
      params: UserParams,
      querystring: EraseUserQuery,
      response: { 200: ErasureReceipt },
    }),
    async (request) => {
      const { client } = request.query;
      const scope = { user: request.params.identity, ...(client !== undefined && { client }) };
      const receipt = await erasure.eraseUser(request.organization.id, scope);
      return { ...receipt, erasedAt: receipt.erasedAt.toISOString() };
    },
  );
};
