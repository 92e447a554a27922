import { CreateVoice, UpdateVoice, Voice, VoiceSample, VoiceSampleQuery } from '@visavis/contracts';
import { type Endpoint, operation } from '../api-app.ts';
import { TEXT_BODY_BYTES } from '../body-limits.ts';
import { each, ownedRoutes } from '../owned-routes.ts';
import { presentVoice } from '../present/personas.ts';

export const voiceRoutes: Endpoint = (app, { voiceSamples, voices }) => {
  const { create, list, get, update, remove } = ownedRoutes(app, {
    names: ['voice', 'voices'],
    schema: Voice,
    present: each(presentVoice),
  });
  create(voices.create, { body: CreateVoice, bodyLimit: TEXT_BODY_BYTES });
  list(voices.list);
  get(voices.get);
  update(voices.update, { body: UpdateVoice, bodyLimit: TEXT_BODY_BYTES });
  remove(voices.remove);
  app.get(
    '/voice-samples',
    operation('api_key', {
      operationId: 'getVoiceSample',
      tags: ['voices'],
      summary: 'Get voice sample',
      description:
        'Returns a sentence in the voice that a conversation would currently have, if that is a voice of this service because no key ' +
        'of the provider is set. Fails with 422 if the provider itself would speak: its voices can be heard only in a conversation.',
      querystring: VoiceSampleQuery,
      response: { 200: VoiceSample },
    }),
    async ({ organization, query: { provider, voice } }) =>
      voiceSamples.get(organization.id, provider, voice),
  );
};
