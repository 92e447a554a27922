import { CreateOrganization, Organization } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentOrganization } from '../../present/organizations.ts';

export const createOrganization: Endpoint = (app, services) => {
  app.post(
    '/organizations',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'createOrganization',
        tags: ['administration'],
        summary: 'Create organization',
        description:
          'With a gallery of its own: every built-in face with an avatar, a voice, a brain and an agent.',
        body: CreateOrganization,
        response: { 201: Organization },
      },
    },
    async (request, reply) => {
      const organization = await services.organizations.create(request.body);
      return reply.code(201).send(presentOrganization(services, organization));
    },
  );
};
