import { Character, IdParams } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentOneCharacter } from './present-characters.ts';

export const getCharacter: Endpoint = (app, services) => {
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
    async (request) => {
      const character = await services.characters.get(request.organization.id, request.params.id);
      return presentOneCharacter(services, character, request.links);
    },
  );
};
