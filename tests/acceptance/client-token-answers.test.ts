import { beforeAll, expect, test } from 'vitest';
import { useApi } from '../support/api-harness.ts';

/** No operation that a client token may call shows these secrets to an end user. */
let base: string;
let secrets: string[];
let agent: { id: string };
let avatar: { id: string };
let operations: [method: string, path: string][];

const TOOL_ANSWER = 'the customer pays with card 4711';
const PROVIDER_WORDS = 'the key of account acct_77 is spent';
const INSTRUCTIONS = 'Never go below 900 euros.';

const api = useApi();
beforeAll(async () => {
  await api.startEvents();
  base = await api.listen();
  const make = async (path: string, body: object) => (await api.call('POST', path, { body })).body;
  const knowledgeBase = await make('/v3/knowledge-bases', { name: 'Prices that nobody knows' });
  agent = await make('/v1/agents', {
    provider: 'gemini',
    name: 'Haggler of the back office',
    instructions: INSTRUCTIONS,
    knowledgeBaseId: knowledgeBase.id,
  });
  avatar = await make('/v1/avatars', { identity: 'mira', name: 'Mira', agentId: agent.id });
  secrets = [
    api.organizationId,
    INSTRUCTIONS,
    'Haggler of the back office',
    knowledgeBase.id,
    TOOL_ANSWER,
    PROVIDER_WORDS,
    '"freemium"',
    '"provider"',
  ];
  const { paths } = (await api.call('GET', '/openapi.json', { key: null })).body;
  operations = Object.entries<Record<string, { security: object[] }>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => security.some((scheme) => 'clientToken' in scheme))
      .map(([method]): [string, string] => [method.toUpperCase(), path]),
  );
});

async function startByPass(): Promise<{ id: string; token: string; text: string }> {
  const { token } = (await api.call('POST', '/v3/tokens', { body: { user: 'uma', character: avatar.id } }))
    .body;
  const body = {
    name: 'Talk',
    avatar: { id: avatar.id },
    agent: { id: agent.id },
    consumerIdentity: { identity: 'uma' },
  };
  const { status, body: answer } = await api.call('POST', '/v1/session-passes', { bearer: token, body });
  expect(status).toBe(201);
  expect(answer.session).toMatchObject({ organizationId: '', agentId: agent.id, avatar: { name: 'Mira' } });
  return { id: answer.session.id, token, text: JSON.stringify(answer) };
}

async function startByEmbed(): Promise<{ id: string; token: string; text: string }> {
  const origin = 'https://shop.example';
  const { body: embed } = await api.call('POST', '/v3/embeds', {
    body: { name: 'Shop', characterId: avatar.id, allowedOrigins: [origin] },
  });
  const path = `/v3/embeds/${embed.id}/conversations`;
  const { status, body } = await api.call('POST', path, { key: null, headers: { origin } });
  expect(status).toBe(201);
  return { id: body.conversation.id, token: body.token, text: JSON.stringify(body) };
}

test.each([
  ['a pass', startByPass],
  ['an embed', startByEmbed],
])(
  'with the token of %s, no operation shows the agent, its instructions, its knowledge or the organization',
  async (_, start) => {
    const { id, token, text } = await start();
    const at = api.now().getTime();
    const tell = (type: 'tool_result' | 'error' | 'greeting', content: string) =>
      api.report(id, { kind: 'timeline', at, type, author: 'system', content });
    await tell('greeting', 'Good day.');
    await tell('tool_result', JSON.stringify({ name: 'find_customer', content: TOOL_ANSWER }));
    await tell('error', PROVIDER_WORDS);
    await api.say(id, 'Hello.', { author: 'character', at });
    const answers = new Map([['start', text]]);
    const call = async (method: string, path: string) => {
      const answer = await fetch(base + path.replace('{id}', id), {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(method === 'PUT' && { body: JSON.stringify({ rating: 'up' }) }),
      });
      expect(answer.ok, `${method} ${path}`).toBe(true);
      answers.set(`${method} ${path}`, await answer.text());
    };
    const others = operations.filter(([, path]) => path !== '/v1/session-passes');
    const isLast = ([method, path]: [string, string]) => method === 'PATCH' || path.endsWith('/events');
    for (const operation of others.filter((one) => !isLast(one))) await call(...operation);
    await api.report(id, { kind: 'ended', at, reason: 'provider_error', detail: PROVIDER_WORDS });
    for (const operation of others.filter(isLast)) await call(...operation);
    await call('GET', '/v1/session-passes/{id}');

    expect([...answers.keys()].sort()).toEqual([
      'GET /v1/session-passes/{id}',
      'GET /v3/conversations/{id}/events',
      'PATCH /v1/session-passes/{id}/stop',
      'POST /v3/conversations/{id}/access-tokens',
      'PUT /v3/conversations/{id}/rating',
      'start',
    ]);
    for (const [operation, answer] of answers)
      for (const secret of secrets) expect(answer, operation).not.toContain(secret);
    const session = JSON.parse(answers.get('GET /v1/session-passes/{id}')!);
    expect(session).toMatchObject({
      status: 'error',
      endReason: 'provider_error',
      avatar: { id: avatar.id, name: 'Mira' },
      transcript: { entries: [{ content: 'Hello.' }] },
    });
    for (const name of [
      'organizationId',
      'agent',
      'agentId',
      'knowledgeBaseId',
      'knowledgeBase',
      'endDetail',
    ])
      expect(session).not.toHaveProperty(name);
    expect(session.avatar).not.toHaveProperty('organizationId');
    const events = answers.get('GET /v3/conversations/{id}/events')!;
    expect(events).toContain('Hello.');
    expect(events).toContain('Good day.');
    expect(events).toContain('"provider_error"');
  },
);
