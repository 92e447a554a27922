import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { createVisavisClient } from '@visavis/client';
import { callApi, tally } from '../../support/hostile/call-api.ts';
import { TENANTS_ENV } from '../../support/hostile/conversations.ts';
import { head, RawConnection } from '../../support/hostile/raw-http.ts';
import { defineScenario, type Target } from '../../support/hostile/scenario.ts';
import { TEST_API_KEY } from '../../support/service.ts';

const USERS = 40;
const OF_A_USER = 4;
/** The number of requests of the neighbour. The first ones run while both processes are still cold. */
const ASKED_BY_NEIGHBOUR = 24;
/** The number of incomplete bodies of each user, and of the organization itself. */
const BODIES_OF_A_USER = 8;
const BODIES = 32;
const MIB = 1024 * 1024;

type Given = { tokens: string[]; neighbour: string };
interface Outcome {
  /** For each request of the neighbour, how many requests of the crowd were answered meanwhile. */
  answeredMeanwhile: number[];
  crowd: Record<string, number>;
  neighbour: Record<string, number>;
  /** The responses that the neighbour got during the incomplete bodies, counted by status. */
  besideBodies: Record<string, number>;
  [name: string]: number[] | Record<string, number>;
}

/** Lets every user send requests without a pause, while a neighbour sends one request after the other. */
async function crowd({ url, given: { tokens, neighbour } }: Target<Given>) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1_000 });
  const answers: Awaited<ReturnType<typeof callApi>>[] = [];
  const callers = tokens.flatMap((token) =>
    Array.from({ length: OF_A_USER }, () => async () => {
      const headers = { authorization: `Bearer ${token}` };
      answers.push(await callApi(url, 'GET', '/v1/session-passes/conv_none', { headers, agent }));
    }),
  );
  // Connects all of them.
  await Promise.all(callers.map((call) => call()));
  let isOver = false;
  const going = callers.map(async (call) => {
    while (!isOver) await call();
  });
  const asked = [];
  const answeredMeanwhile = [];
  for (let count = 0; count < ASKED_BY_NEIGHBOUR; count++) {
    const before = answers.length;
    asked.push(await callApi(url, 'GET', '/v3/voices/none', { headers: { 'x-api-key': neighbour } }));
    answeredMeanwhile.push(answers.length - before);
  }
  isOver = true;
  await Promise.all(going);
  agent.destroy();
  return { answeredMeanwhile, crowd: tally(answers), neighbour: tally(asked) };
}

/** Sends each body without its last byte. */
async function endlessBodies(target: Target<Given>) {
  const post = async (path: string, credential: Record<string, string>, bytes: number) => {
    const connection = new RawConnection(target);
    const type = { 'content-type': 'application/json', 'content-length': bytes };
    await connection.write(head('POST', path, { ...credential, ...type }));
    // Not awaited, because the service may never read all of it.
    void connection.write(Buffer.alloc(bytes - 1, 'a'));
    return connection;
  };
  const connections = await Promise.all([
    ...target.given.tokens.flatMap((token) =>
      Array.from({ length: BODIES_OF_A_USER }, () =>
        post('/v1/session-passes', { authorization: `Bearer ${token}` }, MIB),
      ),
    ),
    ...Array.from({ length: BODIES }, () => post('/v1/avatars', { 'x-api-key': TEST_API_KEY }, 8 * MIB)),
  ]);
  const beside = [];
  for (let count = 0; count < ASKED_BY_NEIGHBOUR; count++)
    beside.push(
      await callApi(target.url, 'POST', '/v3/brains', {
        headers: { 'x-api-key': target.given.neighbour },
        body: JSON.stringify({ instructions: 'x' }),
      }),
    );
  for (const connection of connections) connection.reset();
  return tally(beside);
}

export const scenario = defineScenario<Given, Outcome>({
  title:
    'however many end users a tenant has, another tenant waits for only a few of their requests, and for none of their bodies',
  env: { ...TENANTS_ENV, VISAVIS_LIMIT_REQUESTS_PER_MINUTE: '100000' },
  memoryMiB: 350,
  async prepare({ client, url }) {
    const mint = async (user: number) =>
      (await client.post('/v3/tokens', { body: { user: `${user}` } })).token;
    const tokens = await Promise.all(Array.from({ length: USERS }, (_, user) => mint(user)));
    const admin = createVisavisClient({ baseUrl: url, adminToken: TENANTS_ENV.VISAVIS_ADMIN_TOKEN });
    const { id } = await admin.post('/admin/organizations', { body: { name: 'Next door' } });
    const { key } = await admin.post('/admin/organizations/{id}/keys', { path: { id }, body: {} });
    return { tokens, neighbour: key };
  },
  async attack(target) {
    const counted = await crowd(target);
    return { ...counted, besideBodies: await endlessBodies(target) };
  },
  check({ answeredMeanwhile, crowd: ofCrowd, neighbour, besideBodies }) {
    console.info(`  answered meanwhile: ${answeredMeanwhile.join(' ')}`);
    assert.deepEqual(Object.keys(ofCrowd), ['404'], JSON.stringify(ofCrowd));
    assert.deepEqual(neighbour, { 404: ASKED_BY_NEIGHBOUR });
    // If requests were handled in order of arrival, each would wait for one request of each connection.
    const median = answeredMeanwhile.toSorted((a, b) => a - b)[ASKED_BY_NEIGHBOUR / 2]!;
    assert.ok(median < (USERS * OF_A_USER) / 4, `the neighbour waited for ${median} requests of the crowd`);
    assert.deepEqual(besideBodies, { 201: ASKED_BY_NEIGHBOUR });
  },
});
