import { IdParams, Voice } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentVoice } from '../../present/personas.ts';

export const deleteVoice: Endpoint = (app, { voices }) => {
  app.delete(
    '/voices/:id',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'deleteVoice',
        tags: ['voices'],
        summary: 'Delete voice',
        description: 'Irreversible. Answers what was deleted; 409 while another resource uses it.',
        params: IdParams,
        response: { 200: Voice },
      },
    },
    async (request) => presentVoice(await voices.remove(request.organization.id, request.params.id)),
  );
};
