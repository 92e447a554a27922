import { IdParams, Voice } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentVoice } from '../../present/personas.ts';

export const getVoice: Endpoint = (app, { voices }) => {
  app.get(
    '/voices/:id',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'getVoice',
        tags: ['voices'],
        summary: 'Get voice',
        params: IdParams,
        response: { 200: Voice },
      },
    },
    async (request) => presentVoice(await voices.get(request.organization.id, request.params.id)),
  );
};
