import { Embed, ListQuery, Page } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { counts, pageRequest } from '../../page.ts';
import { presentEmbeds } from '../../present/embeds.ts';

export const listEmbeds: Endpoint = (app, services) => {
  app.get(
    '/embeds',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'listEmbeds',
        tags: ['embeds'],
        summary: 'List embeds',
        querystring: ListQuery,
        response: { 200: Page('embeds', Embed) },
      },
    },
    async ({ organization, query, links }) => {
      const page = await services.embeds.list(organization.id, pageRequest(query));
      return { ...counts(page), embeds: await presentEmbeds(services, page.rows, links) };
    },
  );
};
