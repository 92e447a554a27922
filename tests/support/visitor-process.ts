/**
 * A visitor of a service that only this process can reach: `<url> <api key>`. Starts a session, joins it, prints what
 * it received as one JSON line, and leaves.
 */
import { createVisavisClient } from '@visavis/client';
import { LiveConsumer } from './live-consumer.ts';

export interface Visit {
  /** The avatar's texts, in order of arrival. */
  texts: string[];
  /** Number of frames that arrived. */
  pictures: number;
  error?: string;
}

const GREETING = 'Hello, it is good to see you.';
const [baseUrl = '', apiKey = ''] = process.argv.slice(2);

async function visit(): Promise<Visit> {
  const client = createVisavisClient({ baseUrl, apiKey });
  const started = await client.post('/v1/sessions', {
    body: {
      name: 'A visit from another network',
      avatar: { identity: 'maya', name: 'Maya' },
      agent: { provider: 'gemini', name: 'Guide', greetingMsg: GREETING },
      consumerIdentity: { identity: 'ada', name: 'Ada' },
    },
  });
  const consumer = new LiveConsumer('maya');
  const since = performance.now();
  try {
    await consumer.join(started.session.host.serverUrl, started.consumerAccessToken ?? '');
    await consumer.hears(since);
    await consumer.until('a picture', () => consumer.frames.length > 0);
    await consumer.until('the greeting', () => consumer.agentTexts.includes(GREETING));
    return { texts: consumer.agentTexts, pictures: consumer.frames.length };
  } finally {
    await client.patch('/v1/sessions/{id}/stop', { path: { id: started.session.id } });
    await consumer.leave();
  }
}

const result = await visit().catch(
  (error: unknown): Visit => ({ texts: [], pictures: 0, error: String(error) }),
);
process.stdout.write(`visit ${JSON.stringify(result)}\n`, () => process.exit(0));
