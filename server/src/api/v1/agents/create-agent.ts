import { Agent, CreateAgent } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { TEXT_BODY_BYTES } from '../../body-limits.ts';
import { presentAgent } from '../../present/personas.ts';

export const createAgent: Endpoint = (app, { agents }) => {
  app.post(
    '/agents',
    {
      config: { access: 'api_key' },
      bodyLimit: TEXT_BODY_BYTES,
      schema: {
        operationId: 'createAgent',
        tags: ['agents'],
        summary: 'Create agent',
        body: CreateAgent,
        response: { 201: Agent },
      },
    },
    async (request, reply) => {
      const agent = await agents.create(request.organization.id, request.body);
      return reply.code(201).send(presentAgent(agent));
    },
  );
};
