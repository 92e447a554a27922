import { Avatar, IdParams } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentOneAvatar } from './present-avatars.ts';

export const getAvatar: Endpoint = (app, { avatars, agents }) => {
  app.get(
    '/avatars/:id',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'getAvatar',
        tags: ['avatars'],
        summary: 'Get avatar',
        params: IdParams,
        response: { 200: Avatar },
      },
    },
    async (request) => {
      const avatar = await avatars.get(request.organization.id, request.params.id);
      return presentOneAvatar(agents, avatar, request.links);
    },
  );
};
