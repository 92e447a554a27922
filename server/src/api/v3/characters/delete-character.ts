import { Character, IdParams } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentCharacter } from '../../present/personas.ts';

export const deleteCharacter: Endpoint = (app, { characters }) => {
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
    async (request) => presentCharacter(await characters.remove(request.organization.id, request.params.id)),
  );
};
