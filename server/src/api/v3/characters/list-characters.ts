import { Character, ListQuery, Page } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { counts, pageRequest } from '../../page.ts';
import { presentCharacter } from '../../present/personas.ts';

export const listCharacters: Endpoint = (app, { characters }) => {
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
      const page = await characters.list(request.organization.id, pageRequest(request.query));
      return { ...counts(page), characters: page.rows.map((row) => presentCharacter(row)) };
    },
  );
};
