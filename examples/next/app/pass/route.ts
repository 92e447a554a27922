import { createVisavisClient } from '@visavis/client';

/** What a browser needs to start a conversation with the first avatar that has an agent, for an hour. */
export async function POST() {
  const { VISAVIS_URL: serviceUrl = 'http://localhost:8080', VISAVIS_API_KEY: apiKey = '' } = process.env;
  try {
    const visavis = createVisavisClient({ baseUrl: serviceUrl, apiKey });
    const { avatars } = await visavis.get('/v1/avatars', { query: { take: 50 } });
    const avatar = avatars.find(({ agentId }) => agentId);
    if (!avatar?.agentId) throw new Error('No avatar has an agent: link one with it in the console.');
    // Who asks is yours to know: `user` is the visitor's id in your own accounts.
    const { token } = await visavis.post('/v3/tokens', { body: { user: 'kim', character: avatar.id } });
    return Response.json({ serviceUrl, token, agent: avatar.agentId.id });
  } catch (error) {
    // What went wrong is for your log, not for visitors.
    console.error(error);
    return Response.json({ message: 'Nobody can talk just now.' }, { status: 503 });
  }
}
