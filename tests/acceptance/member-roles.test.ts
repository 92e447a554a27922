/** Tests what each role lets a member do, and what ends when a member's role changes. */
import { describe, expect, test } from 'vitest';
import { useApi } from '../support/api-harness.ts';
import { expectProblem } from '../support/expect-problem.ts';
import { type Browser, memberCalls, type Role } from '../support/member-calls.ts';

const api = useApi();
const { browse, join, signIn } = memberCalls(api);

/** The ways in which an owner loses that role. */
const DEMOTIONS = [
  ['is removed', 'DELETE', undefined],
  ['gets a lesser role', 'PATCH', { role: 'editor' }],
] as const;

describe('a role', () => {
  /** Operations beyond plain CRUD that an editor may call. Adding one is a deliberate decision. */
  const OF_EDITORS = (
    'addDocument addDocumentV1 eraseConversation eraseMemories eraseUser indexDocument ' +
    'indexDocumentV1 previewFace rateConversation readWebsite renewAccessTokens replayDelivery ' +
    'startConversation startSession stopConversation stopSession testWebhook tryModelServer'
  ).split(' ');
  /** Operations that only an owner may call. */
  const OF_OWNERS = (
    'createApiKey createInvitation createToken deleteApiKey deleteInvitation deleteMember ' +
    'deleteProviderKey endMemberSession listApiKeys listInvitations listMemberSessions listMembers ' +
    'rotateToolSecret rotateWebhookSecret setProviderKey tryProviderKey updateMember'
  ).split(' ');
  const READS = /^(list|get|follow|search)[A-Z]/;
  /** A speech server may charge for them. */
  const SAMPLES = ['getServerVoiceSample', 'getVoiceSample'];
  const PLAIN_CHANGE = /^(create|update|replace|delete)[A-Z]/;

  test('may call its own operations, a subset of those of an API key', async () => {
    const { paths } = (await api.call('GET', '/openapi.json', { key: null })).body;
    const operations = Object.entries<Record<string, { security: object[]; operationId: string }>>(paths)
      .flatMap(([path, methods]) => Object.entries(methods).map(([method, of]) => ({ path, method, ...of })))
      .filter(({ security }) => security.some((one) => 'apiKey' in one));
    async function mayCall(role: Role): Promise<string[]> {
      const { cookie } = await join(role);
      const allowed: string[] = [];
      for (const { path, method, operationId } of operations) {
        const url = path.replace(/\{\w+\}/g, 'none');
        const { status } = await browse(method.toUpperCase(), url, undefined, { cookie });
        if (status !== 403) allowed.push(operationId);
      }
      return allowed.toSorted();
    }
    const all = await mayCall('owner');
    expect(all).toEqual(operations.map(({ operationId }) => operationId).toSorted());
    const editor = await mayCall('editor');
    expect(all.filter((name) => !editor.includes(name))).toEqual(OF_OWNERS);
    expect(editor.filter((name) => !PLAIN_CHANGE.test(name) && !READS.test(name))).toEqual(OF_EDITORS);
    expect(await mayCall('viewer')).toEqual(
      editor.filter((name) => READS.test(name) && !SAMPLES.includes(name)),
    );
    // The operations of `/v1/sessions` are not among them, because they show complete agents.
    expect(await mayCall('listener')).toEqual([
      'followConversation',
      'getConversation',
      'getConversationLatency',
      'listConversations',
    ]);
  });

  test('of a listener can read what was said, but not what the agent knows or its instructions', async () => {
    const add = async (path: string, body: object) => (await api.call('POST', path, { body })).body;
    const brain = await add('/v3/brains', { instructions: 'Told to {{what}} first.' });
    const knowledgeBase = await add('/v3/knowledge-bases', { name: 'Told as well' });
    const pieces = { brainId: brain.id, knowledgeBaseId: knowledgeBase.id };
    const { id: characterId } = await add('/v3/characters', { name: 'Mira', ...pieces });
    const started = await add('/v3/conversations', {
      name: 'Talk',
      characterId,
      promptCtx: 'Told that Kim owes money.',
      promptTemplateVars: { what: 'Told to ask' },
    });
    const { id } = started.conversation;
    const [viewer, listener] = [await join('viewer'), await join('listener')];
    for (const url of [`/v3/conversations/${id}`, '/v3/conversations?take=50']) {
      const read = async ({ cookie }: Browser) =>
        (await browse('GET', url, undefined, { cookie: cookie! })).body;
      expect(JSON.stringify(await read(viewer)).match(/Told (that|to|as)/g)).toHaveLength(4);
      const heard = JSON.stringify(await read(listener));
      expect(heard).toContain(id);
      expect(heard).toContain(characterId);
      expect(heard).not.toContain('Told');
    }
  });

  test('can be changed with immediate effect, and ends with its member', async () => {
    await join('owner');
    const { cookie, id, passkey } = await join('viewer');
    const make = () => browse('POST', '/v3/knowledge-bases', { name: 'Handbook' }, { cookie });
    expectProblem(await make(), 403);
    expect((await api.call('PATCH', `/v3/members/${id}`, { body: { role: 'editor' } })).body.role).toBe(
      'editor',
    );
    expect((await make()).status).toBe(201);
    await api.call('DELETE', `/v3/members/${id}`);
    expectProblem(await make(), 401);
    expectProblem(await signIn(passkey), 401);
  });

  test.each(DEMOTIONS)('a client token ends when the member who made it %s', async (_, method, body) => {
    await join('owner');
    const { cookie, id } = await join('owner');
    const { token } = (await browse('POST', '/v3/tokens', { user: 'u' }, { cookie })).body;
    const use = () => api.call('GET', '/v1/session-passes/none', { key: null, bearer: token });
    expectProblem(await use(), 404);
    expect((await api.call(method, `/v3/members/${id}`, { ...(body && { body }) })).status).toBe(200);
    expectProblem(await use(), 401);
  });

  test.each(DEMOTIONS)(
    'an owner who %s cannot come back with their own invitation',
    async (_, method, body) => {
      await join('owner');
      const { cookie, id } = await join('owner');
      const made = await browse('POST', '/v3/invitations', { name: 'Me again', role: 'owner' }, { cookie });
      const secret = made.body.link.split('=')[1];
      expect((await api.call(method, `/v3/members/${id}`, { ...(body && { body }) })).status).toBe(200);
      expectProblem(await browse('POST', '/v3/sign-in/invitation', { secret }), 401);
      // A request that was authorized before, but is carried out only now.
      const late = api.services.members.invite(api.organizationId, { name: 'Me again', role: 'owner' }, id);
      await expect(late).rejects.toMatchObject({ code: 'forbidden' });
    },
  );

  test('the last owner stays an owner, whoever makes the request and however many requests arrive at once', async () => {
    const { key } = await api.createOrganization();
    const [one, other] = [await join('owner', key), await join('owner', key)];
    const demote = (id: string) => api.call('PATCH', `/v3/members/${id}`, { key, body: { role: 'viewer' } });
    const both = await Promise.all([demote(one.id), demote(other.id)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const owner = both[0]!.status === 409 ? one : other;
    expectProblem(await api.call('DELETE', `/v3/members/${owner.id}`, { key }), 409);
    expectProblem(await browse('DELETE', `/v3/members/${owner.id}`, undefined, owner), 409);
    expect(
      (await api.call('PATCH', `/v3/members/${owner.id}`, { key, body: { role: 'owner' } })).status,
    ).toBe(200);
  });

  test('does not reach beyond its organization', async () => {
    const other = await api.createOrganization();
    const { cookie } = await join('owner', other.key);
    const { id } = await join('viewer');
    for (const [method, path] of [
      ['PATCH', ''],
      ['DELETE', ''],
      ['GET', '/sessions'],
      ['DELETE', '/sessions/none'],
    ] as const)
      expectProblem(
        await browse(method, `/v3/members/${id}${path}`, method === 'PATCH' ? { role: 'owner' } : undefined, {
          cookie,
        }),
        404,
      );
    const mine = (await browse('GET', '/v3/members', undefined, { cookie })).body;
    expect(mine).toMatchObject({ total: 1, members: [{ current: true, role: 'owner' }] });
  });
});
