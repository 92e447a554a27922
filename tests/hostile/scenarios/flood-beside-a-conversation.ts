import assert from 'node:assert/strict';
import { callApi, tally } from '../../support/hostile/call-api.ts';
import {
  converse,
  type JoinableConversation,
  startOfAnother,
  TENANTS_ENV,
} from '../../support/hostile/conversations.ts';
import { defineScenario } from '../../support/hostile/scenario.ts';
import { TEST_API_KEY } from '../../support/service.ts';

const QUESTIONS = 3;
/** Twice the number of requests, of all organizations together, that the service handles at once. */
const CALLERS = 32;

const key = { 'x-api-key': TEST_API_KEY };
const WIDE = JSON.stringify(Object.fromEntries(Array.from({ length: 4_900 }, (_, n) => [`p${n}`, n])));
const LARGE = JSON.stringify({ instructions: 'x'.repeat(90_000) });

/** Requests that one tenant may send, repeatedly. */
const REQUESTS: [method: string, path: string, body?: string][] = [
  ['GET', '/v3/brains?take=50'],
  ['POST', '/v3/brains', LARGE],
  ['POST', '/v3/brains', WIDE],
  ['GET', '/v1/avatars?take=50'],
  ['GET', '/v3/conversations?take=50'],
];

interface Outcome {
  statuses: Record<string, number>;
  answers: number;
  [name: string]: number | Record<string, number>;
}

async function flood(url: string, isOver: () => boolean): Promise<Record<string, number>> {
  const answers: Awaited<ReturnType<typeof callApi>>[] = [];
  const caller = async (first: number) => {
    for (let n = first; !isOver(); n++) {
      const [method, path, body] = REQUESTS[n % REQUESTS.length]!;
      answers.push(await callApi(url, method, path, { headers: key, ...(body && { body }) }));
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, n) => caller(n)));
  return tally(answers);
}

export const scenario = defineScenario<JoinableConversation, Outcome>({
  title: 'while one tenant floods the service, the conversation of another continues',
  env: { ...TENANTS_ENV, VISAVIS_LIMIT_REQUESTS_PER_MINUTE: '100000' },
  memoryMiB: 600,
  openAfter: 40,
  prepare: (service) => startOfAnother(service),
  async attack({ url, given }) {
    let isOver = false;
    const flooding = flood(url, () => isOver);
    const answers = await converse(given, QUESTIONS).finally(() => {
      isOver = true;
    });
    return { statuses: await flooding, answers };
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
