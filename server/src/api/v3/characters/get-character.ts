import { Character, IdParams } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentCharacter } from '../../present/personas.ts';

export const getCharacter: Endpoint = (app, { characters }) => {
  app.get(
    '/characters/:id',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'getCharacter',
        tags: ['characters'],
        summary: 'Get character',
        params: IdParams,
        response: { 200: Character },
      },
    },
    async (request) => presentCharacter(await characters.get(request.organization.id, request.params.id)),
  );
};
