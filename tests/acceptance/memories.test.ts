import { afterEach, describe, expect, test } from 'vitest';
import { ADMIN_TOKEN, type ApiHarness, useApi } from '../support/api-harness.ts';
import { expectProblem } from '../support/expect-problem.ts';

const api = useApi();
afterEach(() => api.services.conversations.stopAll(api.organizationId, 'stopped'));

interface Somebody {
  call: (method: string, url: string, body?: unknown) => ReturnType<ApiHarness['call']>;
  avatars: { id: string }[];
  agent: { id: string };
  organizationId: string;
}

/** Creates an organization with two avatars, both linked to an agent that has a memory. */
async function organization(): Promise<Somebody> {
  const { id, key } = await api.createOrganization();
  const call: Somebody['call'] = (method, url, body) =>
    api.call(method, url, { key, ...(body !== undefined && { body }) });
  const agent = (await call('POST', '/v1/agents', { provider: 'gemini', memory: true })).body;
  const avatars = (await call('GET', '/v1/avatars')).body.avatars.slice(0, 2);
  return { call, avatars, agent, organizationId: id };
}

interface Talk {
  user?: string;
  client?: string;
  avatar?: { id: string };
  agent?: object;
}

async function start({ call, avatars, agent }: Somebody, talk: Talk = {}) {
  const { status, body } = await call('POST', '/v1/sessions', {
    name: 'x',
    avatar: { id: (talk.avatar ?? avatars[0]!).id },
    agent: talk.agent ?? { id: agent.id },
    consumerIdentity: { identity: talk.user ?? 'uma' },
    ...(talk.client !== undefined && { client: talk.client }),
  });
  expect(status, JSON.stringify(body)).toBe(201);
  const plan = api.dispatched.at(-1)!;
  return {
    id: body.session.id as string,
    plan,
    recalled: plan.engine?.memories?.map(({ content }) => content),
  };
}

let entries = 0;
const say = (id: string, content: string, more: object = {}) =>
  api.say(id, content, { entryId: `u${++entries}`, ...more });
const stop = (who: Somebody, id: string) => who.call('PATCH', `/v1/sessions/${id}/stop`);

/** Starts a conversation in which the user says these sentences. */
async function talked(who: Somebody, said: string[], talk: Talk = {}): Promise<string> {
  const { id } = await start(who, talk);
  for (const text of said) {
    api.advance(1);
    await say(id, text);
  }
  await stop(who, id);
  return id;
}
const listed = async (who: Somebody, query = '') => (await who.call('GET', `/v3/memories${query}`)).body;
const contents = async (who: Somebody, query = '') =>
  (await listed(who, query)).memories.map(({ content }: { content: string }) => content);

describe('what a consumer says becomes a memory', () => {
  test('is recalled in the next conversation with the same avatar, in order', async () => {
    const who = await organization();
    expect((await start(who)).recalled).toEqual([]);
    await talked(who, ['My name is Uma.', 'What time is it?', 'I am allergic to nuts. Thank you!']);
    const { recalled, plan } = await start(who);
    expect(recalled).toEqual(['My name is Uma.', 'I am allergic to nuts.']);
    expect(plan.engine!.memories![0]!.saidAt).toMatch(/^\d{4}-\d\d-\d\dT/);
  });

  test('is stored as soon as it is final, not only at the end of the conversation', async () => {
    const who = await organization();
    const { id } = await start(who);
    await say(id, 'I live in', { entryId: 'a', final: false });
    await say(id, 'I live in Oslo.', { entryId: 'a' });
    await say(id, 'You live in Oslo, I see.', { author: 'character' });
    expect(await contents(who)).toEqual(['I live in Oslo.']);
  });

  test('is stored once, with the times it was first and last said', async () => {
    const who = await organization();
    const first = await talked(who, ['I am allergic to nuts.']);
    api.advance(3600);
    const second = await talked(who, ['I am ALLERGIC to nuts!']);
    const { memories, total } = await listed(who);
    expect(total).toBe(1);
    expect(memories[0]).toMatchObject({
      id: expect.stringMatching(/^mem_[0-9a-z]{26}$/),
      organizationId: who.organizationId,
      user: 'uma',
      avatarId: who.avatars[0]!.id,
      content: 'I am ALLERGIC to nuts!',
      conversationId: second,
    });
    expect(second).not.toBe(first);
    const { createdAt, updatedAt } = memories[0];
    expect(Date.parse(updatedAt) - Date.parse(createdAt)).toBeGreaterThan(3_500_000);
    expect(memories[0]).not.toHaveProperty('client');
  });

  test('is neither stored nor recalled by an agent without memory', async () => {
    const who = await organization();
    await talked(who, ['I am allergic to nuts.']);
    const { id, plan } = await start(who, { agent: { provider: 'gemini' } });
    expect(plan.engine!.memories).toBeUndefined();
    await say(id, 'I have a dog called Rex.');
    expect(await contents(who)).toEqual(['I am allergic to nuts.']);
  });

  test('is remembered by a character with a memory', async () => {
    const who = await organization();
    const face = (await who.call('GET', '/v3/faces')).body.faces[0];
    const brain = (await who.call('POST', '/v3/brains', { instructions: 'x' })).body;
    const body = { name: 'Mira', faceId: face.id, brainId: brain.id, memory: true };
    const character = (await who.call('POST', '/v3/characters', body)).body;
    const converse = async () => {
      const started = await who.call('POST', '/v3/conversations', {
        name: 'x',
        characterId: character.id,
        consumer: { identity: 'uma' },
      });
      return started.body.conversation.id as string;
    };
    await say(await converse(), 'I play the violin.');
    await converse();
    expect(api.dispatched.at(-1)!.engine!.memories).toMatchObject([{ content: 'I play the violin.' }]);
    expect(await contents(who, `?avatar=${character.id}`)).toEqual(['I play the violin.']);
  });

  test('is limited in number, length and age', async () => {
    const who = await organization();
    const { id } = await start(who);
    for (let n = 0; n < 205; n++) {
      api.advance(1);
      await say(id, n === 0 ? 'My name is Uma.' : `The number of box ${n} is red and blue.`);
    }
    expect((await listed(who)).total).toBe(200);
    const { recalled } = await start(who);
    expect(recalled!.length).toBe(30);
    expect(recalled!.at(-1)).toBe('The number of box 204 is red and blue.');
    await say(id, `I ${'really '.repeat(60)}like tea.`);
    expect((await listed(who)).total).toBe(200);
    api.advance(366 * 24 * 3600);
    expect((await start(who)).recalled).toEqual([]);
    await talked(who, ['I am still here.']);
    expect(await contents(who)).toEqual(['I am still here.']);
  });
});

test('memories are not shared with another consumer, another client, another avatar or another organization', async () => {
  const [who, other] = [await organization(), await organization()];
  const avatar = who.avatars[1]!;
  await talked(who, ['I am Uma of no client.']);
  await talked(who, ['I am Uma of acme.'], { client: 'acme' });
  await talked(who, ['I am Ben of acme.'], { client: 'acme', user: 'ben' });
  await talked(who, ['I am with the second avatar.'], { client: 'acme', avatar });
  await talked(other, ['I am of the other organization.'], { client: 'acme' });
  expect((await start(who)).recalled).toEqual(['I am Uma of no client.']);
  expect((await start(who, { client: '' })).recalled).toEqual([]);
  expect((await start(who, { client: 'acme' })).recalled).toEqual(['I am Uma of acme.']);
  expect((await start(who, { client: 'acme', user: 'ben' })).recalled).toEqual(['I am Ben of acme.']);
  expect((await start(who, { client: 'acme', avatar })).recalled).toEqual(['I am with the second avatar.']);
  expect((await start(who, { avatar })).recalled).toEqual([]);
  expect((await start(other)).recalled).toEqual([]);
  const [memory] = (await listed(other)).memories;
  expectProblem(await who.call('GET', `/v3/memories/${memory.id}`), 404);
  expectProblem(await who.call('DELETE', `/v3/memories/${memory.id}`), 404);
  expect((await who.call('DELETE', '/v3/memories?client=acme')).body).toEqual({ erased: 3 });
  expect((await listed(other)).total).toBe(1);
});

describe('GET /v3/memories', () => {
  test('filters and pages, newest first; a single one can be read by its id', async () => {
    const who = await organization();
    await talked(who, ['I like green tea.', 'I like black tea.', 'I like white tea.'], { client: 'acme' });
    await talked(who, ['I like coffee more.'], { user: 'ben', avatar: who.avatars[1]! });
    expect(await contents(who, '?user=ben')).toEqual(['I like coffee more.']);
    expect(await contents(who, `?avatar=${who.avatars[1]!.id}`)).toEqual(['I like coffee more.']);
    expect(await listed(who, '?client=acme&take=2')).toMatchObject({
      skip: 0,
      take: 2,
      total: 3,
      memories: [{ content: 'I like white tea.', client: 'acme' }, { content: 'I like black tea.' }],
    });
    expect(await contents(who, '?client=acme&take=2&skip=2')).toEqual(['I like green tea.']);
    expect((await listed(who, '?client=acme&user=ben')).total).toBe(0);
    const [memory] = (await listed(who)).memories;
    expect(await who.call('GET', `/v3/memories/${memory.id}`)).toMatchObject({ status: 200, body: memory });
    expectProblem(await who.call('GET', '/v3/memories/mem_nothing'), 404);
  });
  test.each(['take=0', 'take=51', 'skip=-1'])('400 for %s', async (query) => {
    expectProblem(await api.call('GET', `/v3/memories?${query}`), 400, `query.${query.split('=')[0]}`);
  });
});

describe('erasing', () => {
  test('a single memory returns it, and then it is gone', async () => {
    const who = await organization();
    await talked(who, ['I like green tea.', 'I like black tea.']);
    const [memory] = (await listed(who)).memories;
    expect(await who.call('DELETE', `/v3/memories/${memory.id}`)).toMatchObject({
      status: 200,
      body: memory,
    });
    expectProblem(await who.call('DELETE', `/v3/memories/${memory.id}`), 404);
    expect((await start(who)).recalled).toEqual(['I like green tea.']);
  });

  test('all memories of a consumer leaves those of others; without a filter nothing is erased', async () => {
    const who = await organization();
    await talked(who, ['I like green tea.', 'I like black tea.']);
    await talked(who, ['I like coffee more.'], { user: 'ben' });
    expectProblem(await who.call('DELETE', '/v3/memories'), 400, 'query');
    // If the misspelt parameter were ignored, the call would erase more than intended.
    const misspelt = await who.call('DELETE', '/v3/memories?user=uma&avatra=x');
    expect(expectProblem(misspelt, 400, 'query.avatra').detail).toContain('did you mean `avatar`?');
    expect((await listed(who)).total).toBe(3);
    expect(await who.call('DELETE', '/v3/memories?user=uma')).toMatchObject({
      status: 200,
      body: { erased: 2 },
    });
    expect(await contents(who)).toEqual(['I like coffee more.']);
    expect((await who.call('DELETE', '/v3/memories?user=uma')).body).toEqual({ erased: 0 });
  });

  test('also applies to a running conversation: earlier statements stay erased, later ones are stored', async () => {
    const who = await organization();
    const { id } = await start(who);
    const saidAt = api.now().getTime();
    await say(id, 'I like green tea.', { entryId: 'a' });
    api.advance(1);
    await who.call('DELETE', '/v3/memories?user=uma');
    // The same report again, and another one that was already in transit.
    await say(id, 'I like green tea.', { entryId: 'a', at: saidAt });
    await say(id, 'I like black tea.', { at: saidAt });
    api.advance(1);
    await say(id, 'I like white tea.');
    await stop(who, id);
    expect(await contents(who)).toEqual(['I like white tea.']);
  });

  test('a single memory allows it to be stored again when it is said again', async () => {
    const who = await organization();
    const { id } = await start(who);
    const at = api.now().getTime();
    await say(id, 'I like green tea.', { entryId: 'a', at });
    await say(id, 'I like black tea.', { entryId: 'b', at });
    api.advance(1);
    const memory = (await listed(who)).memories.find(({ content }: { content: string }) =>
      /green/.test(content),
    );
    await who.call('DELETE', `/v3/memories/${memory.id}`);
    await say(id, 'I like green tea.', { entryId: 'a', at });
    await say(id, 'I like black tea.', { entryId: 'b', at });
    expect(await contents(who)).toEqual(['I like black tea.']);
    api.advance(1);
    await say(id, 'I like green tea.');
    expect(await contents(who)).toEqual(['I like green tea.', 'I like black tea.']);
  });

  test('notifies the running conversations that have the memory, and no others', async () => {
    const who = await organization();
    const { id } = await start(who, { client: 'acme' });
    await say(id, 'I like green tea.');
    const twin = await start(who, { client: 'acme' });
    const others = [
      await start(who),
      await start(who, { client: 'acme', user: 'ben' }),
      await start(who, { client: 'acme', avatar: who.avatars[1]! }),
      await start(who, { client: 'acme', agent: { provider: 'gemini' } }),
    ];
    const [memory] = (await listed(who)).memories;
    api.forgotten.length = 0;
    await who.call('DELETE', `/v3/memories/${memory.id}`);
    const told = () =>
      api.forgotten.splice(0).sort((a, b) => a.conversationId.localeCompare(b.conversationId));
    expect(told()).toEqual([
      { conversationId: id, content: 'I like green tea.' },
      { conversationId: twin.id, content: 'I like green tea.' },
    ]);
    await who.call('DELETE', '/v3/memories?user=ben');
    expect(told()).toEqual([{ conversationId: others[1]!.id, content: undefined }]);
  });

  test('takes precedence over a concurrent statement', async () => {
    const who = await organization();
    const { id } = await start(who);
    for (let round = 0; round < 10; round++) {
      const at = api.now().getTime();
      await Promise.all([
        say(id, `I like tea number ${round} best.`, { at }),
        who.call('DELETE', '/v3/memories?user=uma'),
        say(id, `I like coffee number ${round} best.`, { at }),
      ]);
      expect(await contents(who)).toEqual([]);
      api.advance(1);
    }
  });

  test('an organization erases its memories', async () => {
    const who = await organization();
    await talked(who, ['I like green tea.']);
    await who.call('DELETE', '/v3/memories?user=nobody');
    await api.call('DELETE', `/admin/organizations/${who.organizationId}`, { bearer: ADMIN_TOKEN });
    for (const table of ['memories', 'memory_erasures']) {
      const { rows } = await api.database.pool.query(`select 1 from ${table} where organization_id = $1`, [
        who.organizationId,
      ]);
      expect(rows).toEqual([]);
    }
  });
});
