import { Brain, CreateBrain } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { TEXT_BODY_BYTES } from '../../body-limits.ts';
import { presentBrain } from '../../present/personas.ts';

export const createBrain: Endpoint = (app, { brains }) => {
  app.post(
    '/brains',
    {
      config: { access: 'api_key' },
      bodyLimit: TEXT_BODY_BYTES,
      schema: {
        operationId: 'createBrain',
        tags: ['brains'],
        summary: 'Create brain',
        body: CreateBrain,
        response: { 201: Brain },
      },
    },
    async (request, reply) => {
      const brain = await brains.create(request.organization.id, request.body);
      return reply.code(201).send(presentBrain(brain));
    },
  );
};
