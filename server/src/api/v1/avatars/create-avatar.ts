import { Avatar, CreateAvatar } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { PICTURE_BODY_BYTES } from '../../body-limits.ts';
import { presentOneAvatar } from './present-avatars.ts';

export const createAvatar: Endpoint = (app, { avatars, agents }) => {
  app.post(
    '/avatars',
    {
      config: { access: 'api_key' },
      bodyLimit: PICTURE_BODY_BYTES,
      schema: {
        operationId: 'createAvatar',
        tags: ['avatars'],
        summary: 'Create avatar',
        description: 'From a built-in face by its `identity`, or from a picture in `refImage`.',
        body: CreateAvatar,
        response: { 201: Avatar },
      },
    },
    async (request, reply) => {
      const { avatar } = await avatars.create(request.organization.id, request.body);
      return reply.code(201).send(await presentOneAvatar(agents, avatar, request.links));
    },
  );
};
