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
        'Erases all data of a consumer, for one `client` or for all: their conversations with transcripts and timelines, their ' +
        'memories, and webhook deliveries about them. Their running conversations are stopped first. Usage stays ' +
        'in the totals, without their name. No webhook is sent. Irreversible. You can repeat this: the receipt then does not ' +
        'count what was erased before. A client token that they still have can start new conversations until it expires.',
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
