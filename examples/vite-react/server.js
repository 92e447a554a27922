import { createVisavisClient } from '@visavis/client';
import express from 'express';

const {
  VISAVIS_URL: baseUrl = 'http://localhost:8080',
  VISAVIS_API_KEY: apiKey = '',
  PORT = '3000',
} = process.env;
const visavis = createVisavisClient({ baseUrl, apiKey });

const app = express();
app.use(express.static('dist'));

app.post('/conversations', async (_request, response) => {
  try {
    const { avatars } = await visavis.get('/v1/avatars', { query: { take: 50 } });
    const avatar = avatars.find(({ agentId }) => agentId);
    if (!avatar) throw new Error('No avatar has an agent: link one with it in the console.');
    const session = await visavis.post('/v1/sessions', {
      body: {
        name: 'A visitor of the website',
        avatar: { id: avatar.id },
        // Who asks is yours to know: the visitor's id and name in your own accounts.
        consumerIdentity: { identity: 'kim', name: 'Kim' },
      },
    });
    response.json(session);
  } catch (error) {
    // What went wrong is for your log, not for visitors.
    console.error(error);
    response.status(503).json({ message: 'Nobody can talk just now.' });
  }
});

app.listen(PORT, (error) => {
  if (error) throw error;
  console.log(`Open http://localhost:${PORT}`);
});
