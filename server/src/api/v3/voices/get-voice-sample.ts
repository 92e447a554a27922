import { VoiceSample, VoiceSampleQuery } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';

export const getVoiceSample: Endpoint = (app, { voiceSamples }) => {
  app.get(
    '/voice-samples',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'getVoiceSample',
        tags: ['voices'],
        summary: 'Get voice sample',
        description:
          'A sentence in the voice that a conversation would have now, where that is a voice of this service: as long as the ' +
          'key of the provider is not set. 422 where the provider itself would speak: its voices are heard in a conversation.',
        querystring: VoiceSampleQuery,
        response: { 200: VoiceSample },
      },
    },
    async ({ query: { provider, voice } }) => voiceSamples.get(provider, voice),
  );
};
