import { Character, CreateCharacter } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentOneCharacter } from './present-characters.ts';

export const createCharacter: Endpoint = (app, services) => {
  app.post(
    '/characters',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'createCharacter',
        tags: ['characters'],
        summary: 'Create character',
        body: CreateCharacter,
        response: { 201: Character },
      },
    },
    async (request, reply) => {
      const character = await services.characters.create(request.organization.id, request.body);
      return reply.code(201).send(await presentOneCharacter(services, character, request.links));
    },
  );
};
