import type { ToolCallMessage as Message } from '@visavis/contracts';
import { ToolCallMessage } from '@visavis/contracts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterEach, describe, expect, test } from 'vitest';
import { useApi } from '../support/api-harness.ts';
import { describeResource } from '../support/describe-resource.ts';
import { expectProblem } from '../support/expect-problem.ts';
import { useStarted } from '../support/use-service.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const PARAMETERS = {
  type: 'object',
  properties: {
    guests: { type: 'integer', minimum: 1, maximum: 12, description: 'How many come' },
    at: { type: 'string', format: 'date-time' },
    place: { type: ['string', 'null'], enum: ['inside', 'outside', null] },
  },
  required: ['guests'],
  additionalProperties: false,
};
const BOOK = {
  description: 'Books a table. Answers the number of the table.',
  url: 'https://booking.example/tables',
  parameters: PARAMETERS,
};
const named = (() => {
  let count = 0;
  return (more: object = {}) => ({ name: `book_${++count}`, ...BOOK, ...more });
})();
const withParameters = (parameters: unknown) => ({ ...named(), parameters });

const strictApi = describeResource({
  path: '/v3/tools',
  listName: 'tools',
  prefix: 'tool',
  body: async () => named({ headers: { Authorization: 'Bearer sesame' } }),
  shows: {
    ...BOOK,
    name: expect.stringMatching(/^book_\d+$/),
    headerNames: ['authorization'],
    timeoutMs: 10_000,
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
  },
  invalid: [
    ['no name', { description: 'x', url: 'https://a.example/' }, 400, 'name'],
    ['no description', { name: 'x', url: 'https://a.example/' }, 400, 'description'],
    ['a name that begins with a digit', { ...named(), name: '1st' }, 400, 'name'],
    ['a name of 65 characters', { ...named(), name: 'x'.repeat(65) }, 400, 'name'],
    ['the name of a tool that agents have anyway', { ...named(), name: 'express' }, 422, 'name'],
    ['plain http', named({ url: 'http://a.example/' }), 422, 'url'],
    ['a private address', named({ url: 'https://10.0.0.1/' }), 422, 'url'],
    ['a password in the address', named({ url: 'https://a:b@a.example/' }), 422, 'url'],
    ['a limit below a second', named({ timeoutMs: 999 }), 400, 'timeoutMs'],
    ['a limit above 30 seconds', named({ timeoutMs: 30_001 }), 400, 'timeoutMs'],
    ['a header without a name', named({ headers: { '': 'x' } }), 400, 'headers.'],
    ['arguments that are no object', withParameters({ type: 'string' }), 400, 'parameters.type'],
    ['a reference', withParameters({ type: 'object', $ref: '#' }), 400, 'parameters.$ref'],
    [
      'a pattern',
      withParameters({ type: 'object', properties: { a: { type: 'string', pattern: '(a+)+$' } } }),
      400,
      'parameters.properties.a.pattern',
    ],
    [
      'an unknown type',
      withParameters({ type: 'object', properties: { a: { type: 'text' } } }),
      400,
      'parameters.properties.a.type',
    ],
    [
      'a schema without an end',
      withParameters(
        Array.from({ length: 12 }).reduce<object>((inner) => ({ type: 'object', properties: { a: inner } }), {
          type: 'string',
        }),
      ),
      400,
      'parameters.properties.a.properties.a.properties.a.properties.a.properties.a.properties.a.properties.a.properties.a.properties.a',
    ],
    [
      'more alternatives than a value is compared with',
      withParameters({
        type: 'object',
        properties: { a: { anyOf: Array.from({ length: 33 }, () => ({ type: 'null' })) } },
      }),
      400,
      'parameters.properties.a.anyOf',
    ],
    [
      'more schemas than a value is compared with',
      withParameters({
        type: 'object',
        properties: Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`p${n}`, {}])),
      }),
      400,
      'parameters.properties.p299',
    ],
    [
      'a schema that is too long',
      withParameters({ type: 'object', description: 'x'.repeat(20_001) }),
      400,
      'parameters',
    ],
  ],
  update: {
    method: 'PATCH',
    body: {
      name: 'other_name',
      url: 'https://other.example/',
      headers: { 'X-Key': 'open' },
      timeoutMs: 2000,
      parameters: { type: 'object' },
    },
    shows: {
      name: 'other_name',
      url: 'https://other.example/',
      headerNames: ['x-key'],
      timeoutMs: 2000,
      parameters: { type: 'object' },
    },
  },
  shownOnce: ['secret'],
  unset: ['client'],
});

const api = useApi(() => ({ webhooksToPrivate: true, beside: strictApi() }));
const receiver = useStarted(startWebhookReceiver, (it) => it.close());
afterEach(async () => {
  // An organization may run ten conversations at the same time.
  await api.services.conversations.stopAll(api.organizationId, 'stopped');
  receiver.received.length = 0;
  receiver.answer = (response) => response.end();
});

const call = (method: string, url: string, body?: unknown, key?: string) =>
  api.call(method, url, { ...(body !== undefined && { body }), ...(key && { key }) });
const create = async (more: object = {}, key?: string) => {
  const answer = await call('POST', '/v3/tools', named({ url: `${receiver.url}/tables`, ...more }), key);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
};

/** Starts a conversation with these tools. Returns it and the plan that its worker received. */
async function converse(tools: { id: string }[], more: object = {}) {
  api.configuredEngines.set('openai', 'openai');
  const { status, body } = await call('POST', '/v1/sessions', {
    name: 'x',
    avatar: { name: 'Mira' },
    agent: { provider: 'openai', tools: tools.map(({ id }) => ({ id })) },
    consumerIdentity: { identity: 'uma' },
    client: 'acme',
    ...more,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return { session: body.session, plan: api.dispatched.at(-1)! };
}
const never = new AbortController().signal;

describe('a tool', () => {
  test('whose name is invalid is refused with the rule in words, not as a regular expression', async () => {
    const refused = await api.call('POST', '/v3/tools', { body: named({ name: 'book table' }) });
    expect(expectProblem(refused, 400, 'name').detail).toMatch(/^[^^]*letters, digits and underscores[^^]*$/);
  });

  test('has a name that is unique in its organization', async () => {
    const { name } = await create();
    expectProblem(await call('POST', '/v3/tools', { ...BOOK, name }), 409);
    const other = await api.createOrganization();
    expect((await call('POST', '/v3/tools', { ...BOOK, name }, other.key)).status).toBe(201);
    const second = await create();
    expectProblem(await call('PATCH', `/v3/tools/${second.id}`, { name }), 409);
  });

  test('without parameters accepts none', async () => {
    const { parameters } = await create({ parameters: undefined });
    expect(parameters).toEqual({ type: 'object', properties: {} });
  });

  test('does not reveal its secret and its headers, nor store them in plain text', async () => {
    const { id, secret } = await create({ headers: { 'X-Key': 'open sesame' } });
    const seen = JSON.stringify([
      (await call('GET', `/v3/tools/${id}`)).body,
      (await call('PATCH', `/v3/tools/${id}`, { timeoutMs: 5000 })).body,
      (await call('GET', '/v3/tools')).body,
      (await call('DELETE', `/v3/tools/${id}`)).body,
    ]);
    expect(seen).toContain('x-key');
    expect(seen).not.toContain('sesame');
    expect(seen).not.toContain(secret);
    const kept = await create({ headers: { 'X-Key': 'open sesame' } });
    const rows = await api.database.pool.query('select row_to_json(t)::text as row from tools t');
    expect(JSON.stringify(rows.rows)).not.toContain('sesame');
    expect(JSON.stringify(rows.rows)).not.toContain(kept.secret);
  });
});

describe('agents and characters', () => {
  test('name tools in order, or none', async () => {
    const [a, b] = [await create(), await create()];
    const tools = [{ id: b.id }, { id: a.id }];
    const agent = (await call('POST', '/v1/agents', { provider: 'gemini', tools })).body;
    expect(agent.tools).toEqual(tools);
    expect((await call('GET', `/v1/agents/${agent.id}`)).body.tools).toEqual(tools);
    const listed = (await call('GET', '/v1/agents')).body.agents;
    expect(listed.find(({ id }: { id: string }) => id === agent.id).tools).toEqual(tools);
    expect((await call('PUT', `/v1/agents/${agent.id}`, agent)).body.tools).toEqual(tools);
    expect((await call('PUT', `/v1/agents/${agent.id}`, { provider: 'gemini' })).body.tools).toEqual([]);

    const face = (await call('GET', '/v3/faces')).body.faces[0];
    const brain = (await call('POST', '/v3/brains', { instructions: 'x' })).body;
    const body = { name: 'x', faceId: face.id, brainId: brain.id, tools, search: true, memory: true };
    const character = (await call('POST', '/v3/characters', body)).body;
    expect(character).toMatchObject({ tools, search: true, memory: true });
    const path = `/v3/characters/${character.id}`;
    expect((await call('PATCH', path, { name: 'y' })).body).toMatchObject({ tools, memory: true });
    expect((await call('PATCH', path, { tools: null, memory: null })).body).toMatchObject({
      tools: [],
      memory: false,
      search: true,
    });
  });

  test("cannot name an unknown tool, another organization's, or the same one twice", async () => {
    const mine = await create();
    const other = await api.createOrganization();
    const theirs = await create({}, other.key);
    const tools = [{ id: mine.id }, { id: theirs.id }];
    expectProblem(await call('POST', '/v1/agents', { provider: 'gemini', tools }), 422, 'tools.1.id');
    expectProblem(
      await call('POST', '/v1/agents', { provider: 'gemini', tools: [{ id: mine.id }, { id: mine.id }] }),
      400,
      'tools',
    );
    const session = {
      name: 'x',
      avatar: { name: 'Mira' },
      agent: { provider: 'gemini', tools },
      consumerIdentity: { identity: 'uma' },
    };
    expectProblem(await call('POST', '/v1/sessions', session), 422, 'agent.tools.1.id');
  });

  test('prevent the deletion of the tools that they name', async () => {
    const tool = await create();
    const path = `/v3/tools/${tool.id}`;
    const body = { provider: 'gemini', tools: [{ id: tool.id }] };
    const agent = (await call('POST', '/v1/agents', body)).body;
    expectProblem(await call('DELETE', path), 409);
    await call('DELETE', `/v1/agents/${agent.id}`);
    expect((await call('DELETE', path)).status).toBe(200);
  });

  test('are deleted with their organization', async () => {
    const other = await api.createOrganization();
    const tool = await create({}, other.key);
    await call('POST', '/v1/agents', { provider: 'gemini', tools: [{ id: tool.id }] }, other.key);
    const gone = await api.call('DELETE', `/admin/organizations/${other.id}`, {
      bearer: 'admin-token-of-the-tests',
    });
    expect(gone.status).toBe(200);
    const { rows } = await api.database.pool.query('select 1 from tools where id = $1', [tool.id]);
    expect(rows).toEqual([]);
  });
});

describe('the plan of a conversation', () => {
  test('gives the worker what the model needs, and no secret', async () => {
    const tool = await create({ headers: { 'x-key': 'sesame' } });
    const { plan } = await converse([tool]);
    expect(plan.tools).toEqual([
      {
        id: tool.id,
        name: tool.name,
        description: BOOK.description,
        parameters: PARAMETERS,
        timeoutMs: 10_000,
      },
    ]);
    expect(JSON.stringify(plan)).not.toContain(receiver.url);
  });

  test('has no tools for an engine that cannot call them, and the session warns', async () => {
    const tool = await create();
    const { session, plan } = await converse([], {
      agent: { provider: 'gemini', search: true, tools: [{ id: tool.id }] },
    });
    expect(plan.tools).toBeUndefined();
    const { timeline } = (await call('GET', `/v3/conversations/${session.id}`)).body;
    const warnings = timeline
      .filter(({ type }: { type: string }) => type === 'warning')
      .map(({ content }: { content: string }) => content);
    expect(warnings).toContain(
      `The built-in offline engine cannot call tools, so these are not used: ${tool.name}.`,
    );
    expect(warnings).toContain('The built-in offline engine cannot search the web.');
  });

  test('warns if a requested search is not available, and if the agent has tools of its own', async () => {
    const tool = await create();
    api.configuredEngines.set('elevenlabs', 'elevenlabs');
    const { session } = await converse([], {
      agent: { provider: 'elevenlabs', remoteId: 'r', search: true, tools: [{ id: tool.id }] },
    });
    const { timeline } = (await call('GET', `/v3/conversations/${session.id}`)).body;
    const told = JSON.stringify(timeline);
    expect(told).toContain('SEARCH_BASE_URL is not set, so the agent cannot search the web.');
    expect(told).toContain(`configured there as client tools of the same name: ${tool.name}.`);
  });
});

describe('a call', () => {
  const run = (
    plan: { conversationId: string },
    tool: { id: string },
    args: object = { guests: 2 },
    signal = never,
    language?: string,
  ) => {
    const request = { toolId: tool.id, arguments: args as Record<string, unknown> };
    return api.services.toolCalls.call(
      plan.conversationId,
      language === undefined ? request : { ...request, language },
      signal,
    );
  };

  test('is signed, names the conversation, and its result reaches the model', async () => {
    const tool = await create({ headers: { 'X-Key': 'sesame' } });
    const { plan, session } = await converse([tool]);
    receiver.answer = (response) =>
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end('{"table":7}');
    expect(await run(plan, tool)).toEqual({ output: '{"table":7}', failed: false });
    const [message] = receiver.received;
    expect(message!.path).toBe('/tables');
    expect(message!.headers).toMatchObject({ 'content-type': 'application/json', 'x-key': 'sesame' });
    const verified = new Verifier(tool.secret).verify(
      message!.body,
      message!.headers as Record<string, string>,
    ) as Message;
    expect(verified).toEqual({
      type: 'tool.call',
      timestamp: expect.any(String),
      data: {
        callId: message!.headers['webhook-id'],
        toolId: tool.id,
        tool: tool.name,
        arguments: { guests: 2 },
        conversationId: session.id,
        user: 'uma',
        client: 'acme',
        characterId: session.avatarId,
      },
    });
    expect(verified.data.callId).toMatch(/^call_[0-9a-z]{26}$/);
    const fits = new Ajv2020({ strict: false, validateFormats: false }).compile(ToolCallMessage);
    expect(fits(verified), JSON.stringify(fits.errors)).toBe(true);
  });

  test('tells the language of the consumer, if it is known', async () => {
    const tool = await create();
    const { plan } = await converse([tool]);
    await run(plan, tool);
    await run(plan, tool, { guests: 2 }, never, 'de');
    const told = receiver.received.map(({ body }) => (JSON.parse(body) as Message).data.language);
    expect(told).toEqual([undefined, 'de']);
  });

  test('is signed with both secrets for a day after a rotation', async () => {
    const tool = await create();
    const { plan } = await converse([tool]);
    const rotated = await call('POST', `/v3/tools/${tool.id}/rotate`);
    expect(rotated).toMatchObject({ status: 201, body: { previousSecretExpiresAt: expect.any(String) } });
    expect(rotated.body.secret).not.toBe(tool.secret);
    await run(plan, tool);
    const { body, headers } = receiver.received[0]!;
    for (const secret of [tool.secret, rotated.body.secret])
      new Verifier(secret).verify(body, headers as Record<string, string>);
  });

  test.each([
    [{ guests: 0 }, 'guests must be >= 1'],
    [{}, 'the arguments must have required properties guests'],
    [{ guests: '2' }, 'guests must be integer'],
    [{ guests: 2, place: 'roof' }, 'place must be equal to one of the allowed values'],
    [{ guests: 2, at: 'tomorrow' }, 'at must match format "date-time"'],
    [{ guests: 2, extra: 1 }, 'the arguments must not have additional properties'],
  ])('with the arguments %j is not made', async (args, reason) => {
    const tool = await create();
    const { plan } = await converse([tool]);
    expect(await run(plan, tool, args)).toEqual({
      output: `the arguments are not valid: ${reason}`,
      failed: true,
    });
    expect(receiver.received).toEqual([]);
  });

  test.each<[string, WebhookReceiver['answer'], string | RegExp]>([
    [
      'an error',
      (response) => response.writeHead(500).end('{"why":"full"}'),
      'it answered 500: {"why":"full"}',
    ],
    [
      'a redirect',
      (response) => response.writeHead(302, { location: '/x' }).end(),
      'redirects are not followed',
    ],
    [
      'too much',
      (response) => response.end('x'.repeat(32_001)),
      'its response is longer than 32000 characters',
    ],
    [
      'very much',
      (response) => response.end(Buffer.alloc(1_000_000, 'x')),
      'its response is longer than 32000 characters',
    ],
    [
      'a picture',
      (response) => response.writeHead(200, { 'content-type': 'image/png' }).end('x'),
      'it answered with image/png, which is neither JSON nor text',
    ],
    ['a broken line', (response) => response.destroy(), 'the server could not be reached'],
  ])('that gets %s as the answer has failed, and says so', async (_what, answer, output) => {
    const tool = await create();
    const { plan } = await converse([tool]);
    receiver.answer = answer;
    expect(await run(plan, tool)).toEqual({ output, failed: true });
  });

  test('that gets an empty answer has succeeded; text is passed on as it is', async () => {
    const tool = await create();
    const { plan } = await converse([tool]);
    receiver.answer = (response) => response.writeHead(204).end();
    expect(await run(plan, tool)).toEqual({ output: 'Done. The tool returned no content.', failed: false });
    receiver.answer = (response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).end('Table 7.\n');
    expect(await run(plan, tool)).toEqual({ output: 'Table 7.', failed: false });
  });

  test('ends after the timeout of its tool, and at once when it is cancelled', async () => {
    const tool = await create({ timeoutMs: 1000 });
    const { plan } = await converse([tool]);
    receiver.answer = () => undefined;
    expect(await run(plan, tool)).toEqual({ output: 'it took too long', failed: true });
    const closed = new Promise<void>((resolve) => {
      receiver.answer = (response) => {
        response.once('close', resolve);
        cancel.abort(new Error('the user broke in'));
      };
    });
    const cancel = new AbortController();
    const patient = await create();
    const { plan: other } = await converse([patient]);
    await expect(run(other, patient, { guests: 2 }, cancel.signal)).rejects.toThrow('the user broke in');
    await closed;
  });

  test('goes only to public addresses unless the operator allows others', async () => {
    const strict = strictApi();
    const made = await strict.call('POST', '/v3/tools', {
      body: named({ url: 'https://localtest.example/' }),
    });
    // As if the host name had been changed to a private address since then.
    const inside = receiver.url.replace('http:', 'https:');
    await strict.database.pool.query('update tools set url = $1 where id = $2', [inside, made.body.id]);
    strict.configuredEngines.set('openai', 'openai');
    await strict.call('POST', '/v1/sessions', {
      body: {
        name: 'x',
        avatar: { name: 'Mira' },
        agent: { provider: 'openai', tools: [{ id: made.body.id }] },
        consumerIdentity: { identity: 'uma' },
      },
    });
    const { conversationId } = strict.dispatched.at(-1)!;
    const request = { toolId: made.body.id, arguments: { guests: 1 } };
    const answer = await strict.services.toolCalls.call(conversationId, request, never);
    expect(answer).toEqual({ output: 'the address is not public', failed: true });
    expect(receiver.received).toEqual([]);
  });

  test('is not made for another organization’s conversation, nor for one that has ended', async () => {
    const other = await api.createOrganization();
    const theirs = await create({}, other.key);
    const mine = await create();
    const { plan, session } = await converse([mine]);
    expect(await run(plan, theirs)).toEqual({ output: 'the tool no longer exists', failed: true });
    await call('PATCH', `/v1/sessions/${session.id}/stop`);
    expect(await run(plan, mine)).toEqual({ output: 'the conversation is over', failed: true });
    expect(receiver.received).toEqual([]);
  });
});
