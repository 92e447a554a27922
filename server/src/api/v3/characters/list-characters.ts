import { Character, ListQuery, Page } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { counts, pageRequest } from '../../page.ts';
import { presentCharacters } from './present-characters.ts';

export const listCharacters: Endpoint = (app, services) => {
  app.get(
    '/characters',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'listCharacters',
        tags: ['characters'],
        summary: 'List characters',
        querystring: ListQuery,
        response: { 200: Page('characters', Character) },
      },
    },
    async (request) => {
      const { id } = request.organization;
      const page = await services.characters.list(id, pageRequest(request.query));
      return { ...counts(page), characters: await presentCharacters(services, id, page.rows, request.links) };
    },
  );
};
