import { Character, IdParams, UpdateCharacter } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentOneCharacter } from './present-characters.ts';

export const replaceCharacter: Endpoint = (app, services) => {
  app.put(
    '/characters/:id',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'replaceCharacter',
        tags: ['characters'],
        summary: 'Replace character',
        description: 'The same as `PATCH`: what is left out stays as it is; `null` unsets.',
        params: IdParams,
        body: UpdateCharacter,
        response: { 200: Character },
      },
    },
    async (request) => {
      const character = await services.characters.update(
        request.organization.id,
        request.params.id,
        request.body,
      );
      return presentOneCharacter(services, character, request.links);
    },
  );
};
