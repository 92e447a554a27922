import { Embed, IdParams } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentEmbeds } from '../../present/embeds.ts';

export const getEmbed: Endpoint = (app, services) => {
  app.get(
    '/embeds/:id',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'getEmbed',
        tags: ['embeds'],
        summary: 'Get embed',
        params: IdParams,
        response: { 200: Embed },
      },
    },
    async ({ organization, params, links }) => {
      const embed = await services.embeds.get(organization.id, params.id);
      return (await presentEmbeds(services, [embed], links))[0]!;
    },
  );
};
