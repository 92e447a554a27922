import { CreateFace, Face } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { PICTURE_BODY_BYTES } from '../../body-limits.ts';
import { presentFace } from '../../present/personas.ts';

export const createFace: Endpoint = (app, { faces }) => {
  app.post(
    '/faces',
    {
      config: { access: 'api_key' },
      bodyLimit: PICTURE_BODY_BYTES,
      schema: {
        operationId: 'createFace',
        tags: ['faces'],
        summary: 'Create face',
        body: CreateFace,
        response: { 201: Face },
      },
    },
    async (request, reply) => {
      const face = await faces.create(request.organization.id, request.body);
      return reply.code(201).send(presentFace(face, request.links));
    },
  );
};
