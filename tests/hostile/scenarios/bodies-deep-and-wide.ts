import assert from 'node:assert/strict';
import { callApi, tally } from '../../support/hostile/call-api.ts';
import { defineScenario } from '../../support/hostile/scenario.ts';
import { TEST_API_KEY } from '../../support/service.ts';

const headers = { 'x-api-key': TEST_API_KEY };

function unknownProperties(count: number): string {
  return JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, i])));
}

const list = (length: number, item: (index: number) => unknown) => Array.from({ length }, (_, i) => item(i));

// The response shows which check refuses a body. Those that precede the validation of properties scan its text once.
const LARGE = /^The body is larger than/;
const WIDE = /^body: must not contain more than 5,000 values$/;
const DEEP = /^body: must not be nested deeper than 40 levels$/;
const LONG = /^name: must have at most 200 characters$/;
const UNKNOWN = /^instructions: is required; \w{1,64}…?: is not a known property; /;
/** The length of the longest response, which names only a few of thousands of errors. */
const MAX_ANSWERED = 16_000;

/**
 * Bodies that once took from 8 s to more than 100 s each, the worst that the limits still allow, and similar
 * ones. How long they take now: `npm run bench -- hostile`.
 */
const BODIES: Record<string, [path: string, detail: RegExp, body: () => string]> = {
  '4 MB of unknown properties': ['/v1/avatars', WIDE, () => unknownProperties(280_000)],
  'as many unknown properties as are read': ['/v3/brains', UNKNOWN, () => unknownProperties(4_900)],
  'unknown properties with long names': [
    '/v3/brains',
    UNKNOWN,
    () =>
      JSON.stringify(
        Object.fromEntries(list(900, (i) => [`${i}${'n'.repeat(1_000)}`, 1]) as [string, number][]),
      ),
  ],
  '100,000 event types': [
    '/v3/webhooks',
    LARGE,
    () =>
      JSON.stringify({ url: 'https://a.example/', eventTypes: list(100_000, () => 'conversation.started') }),
  ],
  'as many event types as are read': [
    '/v3/webhooks',
    /^eventTypes\.0: must be one of/,
    () => JSON.stringify({ url: 'https://a.example/', eventTypes: list(4_900, (i) => `x${i}`) }),
  ],
  '50,000 tools': [
    '/v1/agents',
    WIDE,
    () => JSON.stringify({ provider: 'gemini', tools: list(50_000, (i) => ({ id: `t${i}` })) }),
  ],
  'as many tools as are read': [
    '/v1/agents',
    /^tools: must have at most 32 items$/,
    () => JSON.stringify({ provider: 'gemini', tools: list(2_400, (i) => ({ id: `t${i}` })) }),
  ],
  '8 MB of brackets': ['/v1/avatars', DEEP, () => '['.repeat(8_000_000)],
  '8 MB of objects': ['/v1/avatars', DEEP, () => '{"a":'.repeat(1_500_000)],
  '8 MB of numbers': ['/v1/avatars', WIDE, () => `{"name":[${'1,'.repeat(3_900_000)}1]}`],
  '8 MB of escapes': ['/v1/avatars', LONG, () => `{"name":"${'\\u0041'.repeat(1_300_000)}"}`],
  '8 MB of backslashes': ['/v1/avatars', LONG, () => `{"name":"${'\\'.repeat(8_000_000)}"}`],
  '8 MB of quotes': ['/v1/avatars', /^The body is not valid JSON/, () => '"'.repeat(8_000_000)],
  '8 MB of spaces': ['/v1/avatars', /^body: must be a JSON object$/, () => ' '.repeat(8_000_000)],
  'a number with a million digits': [
    '/v3/brains',
    /^instructions: must be a finite number$/,
    () => `{"instructions":${'9'.repeat(1_000_000)}}`,
  ],
  'a key of a megabyte': ['/v3/brains', UNKNOWN, () => `{"${'k'.repeat(1_000_000)}":1}`],
  'the schema of a tool, wide': [
    '/v3/tools',
    WIDE,
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

interface Outcome {
  answers: Record<string, { status: number; detail: string; length: number }>;
  flood: Record<string, number>;
  [name: string]: Record<string, number | { status: number; detail: string; length: number }>;
}

export const scenario = defineScenario<null, Outcome>({
  title: 'a deep or wide body is refused by the first check that applies, with a short answer',
  memoryMiB: 700,
  async attack({ url }) {
    const answers: Outcome['answers'] = {};
    for (const [name, [path, , body]] of Object.entries(BODIES)) {
      const { status, text } = await callApi(url, 'POST', path, { headers, body: body() });
      answers[name] = {
        status,
        detail: (JSON.parse(text) as { detail: string }).detail,
        length: text.length,
      };
    }
    // All at once, as many as one tenant may send, while health is checked.
    const worst = unknownProperties(4_900);
    const flood = await Promise.all(
      Array.from({ length: 100 }, () => callApi(url, 'POST', '/v3/brains', { headers, body: worst })),
    );
    return { answers, flood: tally(flood) };
  },
  check({ answers, flood }) {
    for (const [name, [, detail]] of Object.entries(BODIES)) {
      const answer = answers[name]!;
      assert.match(answer.detail, detail, name);
      assert.equal(answer.status, detail === LARGE ? 413 : 400, name);
      assert.ok(answer.length < MAX_ANSWERED, `${name}: an answer of ${answer.length} characters`);
    }
    assert.deepEqual(flood, { 400: 100 });
  },
});
