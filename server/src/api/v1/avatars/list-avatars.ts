import { Avatar, ListQuery, Page } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { counts, pageRequest } from '../../page.ts';
import { presentAvatars } from './present-avatars.ts';

export const listAvatars: Endpoint = (app, { avatars, agents }) => {
  app.get(
    '/avatars',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'listAvatars',
        tags: ['avatars'],
        summary: 'List avatars',
        querystring: ListQuery,
        response: { 200: Page('avatars', Avatar) },
      },
    },
    async (request) => {
      const { id } = request.organization;
      const page = await avatars.list(id, pageRequest(request.query));
      return { ...counts(page), avatars: await presentAvatars(agents, id, page.rows, request.links) };
    },
  );
};
