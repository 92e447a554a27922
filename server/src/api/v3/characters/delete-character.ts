import { Character, IdParams } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentOneCharacter } from './present-characters.ts';

export const deleteCharacter: Endpoint = (app, services) => {
  app.delete(
    '/characters/:id',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'deleteCharacter',
        tags: ['characters'],
        summary: 'Delete character',
        description: 'Irreversible. Answers what was deleted; 409 while another resource uses it.',
        params: IdParams,
        response: { 200: Character },
      },
    },
    async (request) => {
      const character = await services.characters.remove(request.organization.id, request.params.id);
      return presentOneCharacter(services, character, request.links);
    },
  );
};
