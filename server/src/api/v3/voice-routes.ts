import {
  CreateVoice,
  UpdateVoice,
  Voice,
  VoiceSample,
  VoiceSampleQuery,
  VoiceSpeakers,
} from '@visavis/contracts';
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
    operation('api_key', 'voices', {
      operationId: 'getVoiceSample',
      summary: 'Get voice sample',
      description:
        'Returns a sentence in the voice that a conversation would currently have: of this service, or of the speech server of the ' +
        'operator. Fails with 422 if the provider itself would speak: its voices can be heard only in a conversation. ' +
        '`getVoiceSpeakers` returns beforehand who would speak; for an agent with a `ttsServerId`, use `getServerVoiceSample`.',
      querystring: VoiceSampleQuery,
      response: { 200: VoiceSample },
      // A speech server may take seconds, and may charge for it.
      flags: { isPreview: true, permission: 'change' },
    }),
    async ({ organization, query }) => voiceSamples.get(organization.id, query),
  );
  app.get(
    '/voice-speakers',
    operation('api_key', 'voices', {
      operationId: 'getVoiceSpeakers',
      summary: 'Get who speaks',
      description:
        'Returns who would speak now for an agent of each provider, and so which voices can be heard.',
      response: { 200: VoiceSpeakers },
    }),
    async ({ organization }) => voiceSamples.speakers(organization.id),
  );
};
