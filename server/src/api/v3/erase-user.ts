import { EraseUserQuery, ErasureReceipt, UserParams } from '@visavis/contracts';
import { type Endpoint, operation } from '../api-app.ts';

export const eraseUser: Endpoint = (app, { erasure }) => {
  app.delete(
    '/users/:identity',
    operation('api_key', 'users', {
      operationId: 'eraseUser',
      summary: 'Erase user',
      description:
        'Permanently erases all data of a consumer, for one `client` or for all: conversations with transcripts and timelines, ' +
        'memories, and webhook deliveries about them. Running conversations are stopped first. Usage stays in the totals, without ' +
        'the identity of the consumer. No webhook is sent for the erasure. You can repeat the request: the receipt then counts only ' +
        'what was newly erased. A client token that the consumer still has can start new conversations until it expires.',
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
