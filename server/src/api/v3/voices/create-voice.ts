import { CreateVoice, Voice } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { TEXT_BODY_BYTES } from '../../body-limits.ts';
import { presentVoice } from '../../present/personas.ts';

export const createVoice: Endpoint = (app, { voices }) => {
  app.post(
    '/voices',
    {
      config: { access: 'api_key' },
      bodyLimit: TEXT_BODY_BYTES,
      schema: {
        operationId: 'createVoice',
        tags: ['voices'],
        summary: 'Create voice',
        body: CreateVoice,
        response: { 201: Voice },
      },
    },
    async (request, reply) => {
      const voice = await voices.create(request.organization.id, request.body);
      return reply.code(201).send(presentVoice(voice));
    },
  );
};
