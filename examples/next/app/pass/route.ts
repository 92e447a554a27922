import { createVisavisClient } from '@visavis/client';

const { VISAVIS_URL: serviceUrl = 'http://localhost:8080', VISAVIS_API_KEY: apiKey = '' } = process.env;
const visavis = createVisavisClient({ baseUrl: serviceUrl, apiKey });

/** What a browser needs to start a conversation with the first avatar, for an hour. */
export async function POST() {
  // Who asks is yours to know: `user` is the visitor's id in your own accounts.
  const { avatars } = await visavis.get('/v1/avatars', { query: { take: 1 } });
  const avatar = avatars[0];
  const { token } = await visavis.post('/v3/tokens', { body: { user: 'kim', character: avatar.id } });
  return Response.json({ serviceUrl, token, agent: avatar.agentId!.id });
}
