import { Embed, IdParams } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentEmbeds } from '../../present/embeds.ts';

export const deleteEmbed: Endpoint = (app, services) => {
  app.delete(
    '/embeds/:id',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'deleteEmbed',
        tags: ['embeds'],
        summary: 'Delete embed',
        description:
          'Pages show it no more. Conversations that run go on; those that were stay in the lists.',
        params: IdParams,
        response: { 200: Embed },
      },
    },
    async ({ organization, params, links }) => {
      const embed = await services.embeds.remove(organization.id, params.id);
      return (await presentEmbeds(services, [embed], links))[0]!;
    },
  );
};
