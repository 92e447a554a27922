import assert from 'node:assert/strict';
import { callApi, tally } from '../../support/hostile/call-api.ts';
import { defineScenario } from '../../support/hostile/scenario.ts';
import { TEST_API_KEY } from '../../support/service.ts';

const headers = { 'x-api-key': TEST_API_KEY };

function unknownProperties(count: number): string {
  return JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, i])));
}

const list = (length: number, item: (index: number) => unknown) => Array.from({ length }, (_, i) => item(i));

/** Bodies that once took from 8 s to more than 100 s each, the worst that the limits still allow, and similar ones. */
const BODIES: Record<string, [path: string, body: () => string]> = {
  '4 MB of unknown properties': ['/v1/avatars', () => unknownProperties(280_000)],
  'as many unknown properties as are read': ['/v3/brains', () => unknownProperties(4_900)],
  'unknown properties with long names': [
    '/v3/brains',
    () =>
      JSON.stringify(
        Object.fromEntries(list(900, (i) => [`${i}${'n'.repeat(1_000)}`, 1]) as [string, number][]),
      ),
  ],
  '100,000 event types': [
    '/v3/webhooks',
    () =>
      JSON.stringify({ url: 'https://a.example/', eventTypes: list(100_000, () => 'conversation.started') }),
  ],
  'as many event types as are read': [
    '/v3/webhooks',
    () => JSON.stringify({ url: 'https://a.example/', eventTypes: list(4_900, (i) => `x${i}`) }),
  ],
  '50,000 tools': [
    '/v1/agents',
    () => JSON.stringify({ provider: 'gemini', tools: list(50_000, (i) => ({ id: `t${i}` })) }),
  ],
  'as many tools as are read': [
    '/v1/agents',
    () => JSON.stringify({ provider: 'gemini', tools: list(2_400, (i) => ({ id: `t${i}` })) }),
  ],
  '8 MB of brackets': ['/v1/avatars', () => '['.repeat(8_000_000)],
  '8 MB of objects': ['/v1/avatars', () => '{"a":'.repeat(1_500_000)],
  '8 MB of numbers': ['/v1/avatars', () => `{"name":[${'1,'.repeat(3_900_000)}1]}`],
  '8 MB of escapes': ['/v1/avatars', () => `{"name":"${'\\u0041'.repeat(1_300_000)}"}`],
  '8 MB of backslashes': ['/v1/avatars', () => `{"name":"${'\\'.repeat(8_000_000)}"}`],
  '8 MB of quotes': ['/v1/avatars', () => '"'.repeat(8_000_000)],
  '8 MB of spaces': ['/v1/avatars', () => ' '.repeat(8_000_000)],
  'a number with a million digits': ['/v3/brains', () => `{"instructions":${'9'.repeat(1_000_000)}}`],
  'a key of a megabyte': ['/v3/brains', () => `{"${'k'.repeat(1_000_000)}":1}`],
  'the schema of a tool, wide': [
    '/v3/tools',
    () =>
      JSON.stringify({
        name: 'a',
        description: 'b',
        url: 'https://a.example/',
        parameters: {
          type: 'object',
          properties: Object.fromEntries(list(3_000, (i) => [`p${i}`, {}]) as [string, object][]),
        },
      }),
  ],
};

export const scenario = defineScenario({
  title: 'a body that is deep, wide or both is refused before it costs anything',
  memoryMiB: 700,
  async attack({ url }) {
    const statuses: Record<string, number> = {};
    for (const [name, [path, body]] of Object.entries(BODIES)) {
      statuses[name] = (await callApi(url, 'POST', path, { headers, body: body() })).status;
    }
    // All at once, as often as one tenant may, while health is checked.
    const worst = unknownProperties(4_900);
    const flood = await Promise.all(
      Array.from({ length: 100 }, () => callApi(url, 'POST', '/v3/brains', { headers, body: worst })),
    );
    return { statuses, flood: tally(flood) };
  },
  check({ statuses, flood }) {
    const wrong = Object.entries(statuses).filter(([, status]) => ![400, 413].includes(status));
    assert.deepEqual(wrong, []);
    assert.deepEqual(flood, { 400: 100 });
  },
});
