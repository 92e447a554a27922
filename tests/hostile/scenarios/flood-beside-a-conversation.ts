import assert from 'node:assert/strict';
import { createVisavisClient } from '@visavis/client';
import { callApi, tally } from '../../support/hostile/call-api.ts';
import { defineScenario } from '../../support/hostile/scenario.ts';
import { LiveConsumer } from '../../support/live-consumer.ts';
import { TEST_API_KEY } from '../../support/service.ts';
import { startSession } from '../../support/service-client.ts';

const ADMIN_TOKEN = 'an-admin-token-for-hostile-tests';
const FLOOD_MS = 20_000;
const CALLERS = 64;
const QUESTIONS = 3;

const key = { 'x-api-key': TEST_API_KEY };
const WIDE = JSON.stringify(Object.fromEntries(Array.from({ length: 4_900 }, (_, n) => [`p${n}`, n])));
const LARGE = JSON.stringify({ instructions: 'x'.repeat(90_000) });

/** Requests that one tenant may make, again and again. */
const REQUESTS: [method: string, path: string, body?: string][] = [
  ['GET', '/v3/brains?take=50'],
  ['POST', '/v3/brains', LARGE],
  ['POST', '/v3/brains', WIDE],
  ['GET', '/v1/avatars?take=50'],
  ['GET', '/v3/conversations?take=50'],
];

interface Given {
  serverUrl: string;
  token: string;
  avatar: string;
  [name: string]: string;
}

interface Outcome {
  statuses: Record<string, number>;
  answers: number;
  [name: string]: number | Record<string, number>;
}

async function flood(url: string): Promise<Record<string, number>> {
  const answers: Awaited<ReturnType<typeof callApi>>[] = [];
  const end = performance.now() + FLOOD_MS;
  const caller = async (first: number) => {
    for (let n = first; performance.now() < end; n++) {
      const [method, path, body] = REQUESTS[n % REQUESTS.length]!;
      answers.push(await callApi(url, method, path, { headers: key, ...(body && { body }) }));
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, n) => caller(n)));
  return tally(answers);
}

/** How many questions the avatar of the other tenant has answered in sound. */
async function converse({ serverUrl, token, avatar }: Given): Promise<number> {
  const consumer = new LiveConsumer(avatar);
  try {
    await consumer.join(serverUrl, token);
    await consumer.until('the greeting', () => consumer.states.includes('speaking'), 60_000);
    for (let question = 1; question <= QUESTIONS; question++) {
      await consumer.until('silence', () => consumer.states.at(-1) === 'listening', 60_000);
      const [said, heard] = [consumer.states.length, consumer.sound.length];
      await consumer.type('What can I see here?');
      const isAnswered = () =>
        consumer.states.slice(said).includes('speaking') && consumer.sound.length > heard + 20;
      await consumer.until(`answer ${question}`, isAnswered, 60_000);
    }
    return QUESTIONS;
  } finally {
    await consumer.leave();
  }
}

export const scenario = defineScenario<Given, Outcome>({
  title: 'while one tenant floods the service, the conversation of another goes on',
  env: {
    VISAVIS_ADMIN_TOKEN: ADMIN_TOKEN,
    VISAVIS_VIDEO_FPS: '10',
    VISAVIS_LIMIT_REQUESTS_PER_MINUTE: '100000',
  },
  memoryMiB: 600,
  attackMs: 200_000,
  async prepare(service) {
    const admin = createVisavisClient({ baseUrl: service.url, adminToken: ADMIN_TOKEN });
    const { id } = await admin.post('/admin/organizations', { body: { name: 'Of somebody else' } });
    const { key: apiKey } = await admin.post('/admin/organizations/{id}/keys', { path: { id }, body: {} });
    const client = createVisavisClient({ baseUrl: service.url, apiKey });
    const { session, consumerAccessToken } = await startSession({ client } as typeof service);
    return {
      serverUrl: session.host.serverUrl,
      token: consumerAccessToken,
      avatar: session.avatar!.identity,
    };
  },
  async attack({ url, given }) {
    const [statuses, answers] = await Promise.all([flood(url), converse(given)]);
    return { statuses, answers };
  },
  check({ statuses, answers }) {
    assert.equal(answers, QUESTIONS);
    assert.ok(
      (statuses['200'] ?? 0) > 0 && (statuses['201'] ?? 0) > 0,
      `the flood got ${JSON.stringify(statuses)}`,
    );
    assert.deepEqual(
      Object.keys(statuses).filter((status) => !['200', '201', '400', '429'].includes(status)),
      [],
    );
  },
});
