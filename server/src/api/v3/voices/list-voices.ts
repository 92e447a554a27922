import { ListQuery, Page, Voice } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { counts, pageRequest } from '../../page.ts';
import { presentVoice } from '../../present/personas.ts';

export const listVoices: Endpoint = (app, { voices }) => {
  app.get(
    '/voices',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'listVoices',
        tags: ['voices'],
        summary: 'List voices',
        querystring: ListQuery,
        response: { 200: Page('voices', Voice) },
      },
    },
    async (request) => {
      const page = await voices.list(request.organization.id, pageRequest(request.query));
      return { ...counts(page), voices: page.rows.map((row) => presentVoice(row)) };
    },
  );
};
