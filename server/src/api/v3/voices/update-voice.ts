import { IdParams, UpdateVoice, Voice } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { TEXT_BODY_BYTES } from '../../body-limits.ts';
import { presentVoice } from '../../present/personas.ts';

export const updateVoice: Endpoint = (app, { voices }) => {
  app.patch(
    '/voices/:id',
    {
      config: { access: 'api_key' },
      bodyLimit: TEXT_BODY_BYTES,
      schema: {
        operationId: 'updateVoice',
        tags: ['voices'],
        summary: 'Update voice',
        description: 'What is left out stays as it is; `null` unsets.',
        params: IdParams,
        body: UpdateVoice,
        response: { 200: Voice },
      },
    },
    async (request) => {
      const voice = await voices.update(request.organization.id, request.params.id, request.body);
      return presentVoice(voice);
    },
  );
};
