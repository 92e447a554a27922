import { Avatar, IdParams } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentOneAvatar } from './present-avatars.ts';

export const deleteAvatar: Endpoint = (app, { avatars, agents }) => {
  app.delete(
    '/avatars/:id',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'deleteAvatar',
        tags: ['avatars'],
        summary: 'Delete avatar',
        description: 'Irreversible. Answers what was deleted.',
        params: IdParams,
        response: { 200: Avatar },
      },
    },
    async (request) => {
      const avatar = await avatars.remove(request.organization.id, request.params.id);
      return presentOneAvatar(agents, avatar, request.links);
    },
  );
};
