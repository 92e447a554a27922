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
  const { avatars } = await visavis.get('/v1/avatars', { query: { take: 1 } });
  const session = await visavis.post('/v1/sessions', {
    body: {
      name: 'A visitor of the website',
      avatar: { id: avatars[0].id },
      // Who asks is yours to know: the visitor's id and name in your own accounts.
      consumerIdentity: { identity: 'kim', name: 'Kim' },
    },
  });
  response.json(session);
});

app.listen(PORT, (error) => {
  if (error) throw error;
  console.log(`Open http://localhost:${PORT}`);
});
