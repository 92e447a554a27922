import { Embed, IdParams, UpdateEmbed } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentEmbeds } from '../../present/embeds.ts';

export const updateEmbed: Endpoint = (app, services) => {
  app.patch(
    '/embeds/:id',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'updateEmbed',
        tags: ['embeds'],
        summary: 'Update embed',
        description:
          'What is left out stays as it is; `null` unsets. Conversations that run go on as they were started.',
        params: IdParams,
        body: UpdateEmbed,
        response: { 200: Embed },
      },
    },
    async ({ organization, params, body, links }) => {
      const embed = await services.embeds.update(organization, params.id, body);
      return (await presentEmbeds(services, [embed], links))[0]!;
    },
  );
};
