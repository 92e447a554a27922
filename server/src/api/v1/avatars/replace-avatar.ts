import { Avatar, IdParams, ReplaceAvatar } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { PICTURE_BODY_BYTES } from '../../body-limits.ts';
import { presentOneAvatar } from './present-avatars.ts';

export const replaceAvatar: Endpoint = (app, { avatars, agents }) => {
  app.put(
    '/avatars/:id',
    {
      config: { access: 'api_key' },
      bodyLimit: PICTURE_BODY_BYTES,
      schema: {
        operationId: 'replaceAvatar',
        tags: ['avatars'],
        summary: 'Replace avatar',
        description:
          'Replaces the whole: what is left out is unset, but the picture stays unless another is given.',
        params: IdParams,
        body: ReplaceAvatar,
        response: { 200: Avatar },
      },
    },
    async (request) => {
      const avatar = await avatars.replace(request.organization.id, request.params.id, request.body);
      return presentOneAvatar(agents, avatar, request.links);
    },
  );
};
