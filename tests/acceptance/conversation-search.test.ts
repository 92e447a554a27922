import { expect, test } from 'vitest';
import { useApi } from '../support/api-harness.ts';

const api = useApi();

test('conversations are found by what was said in them, with their total, only within the organization', async () => {
  const organization = async () => {
    const { key } = await api.createOrganization();
    const [avatar] = (await api.call('GET', '/v1/avatars', { key })).body.avatars;
    const talk = async (user: string, ...said: string[]): Promise<string> => {
      const body = { name: 'x', avatar: { id: avatar.id }, consumerIdentity: { identity: user } };
      const { id } = (await api.call('POST', '/v1/sessions', { key, body })).body.session;
      for (const [index, content] of said.entries()) await api.say(id, content, { entryId: `e${index}` });
      await api.call('POST', `/v3/conversations/${id}/stop`, { key });
      return id;
    };
    const find = async (query: string) => {
      const { body } = await api.call('GET', `/v3/conversations?${query}`, { key });
      return { ids: body.conversations.map(({ id }: { id: string }) => id), total: body.totalCount };
    };
    return { talk, find };
  };
  const mine = await organization();
  const others = await organization();
  const first = await mine.talk('uma', 'Hello.', 'Is GLUTEN in it?');
  const second = await mine.talk('kim', 'No gluten, please. 100 % sure?');
  await mine.talk('kim', 'Nothing.', `${'x'.repeat(1_000)} gluten`);
  await others.talk('uma', 'gluten');
  expect(await mine.find('search=gluten')).toMatchObject({ ids: [second, first] });
  expect((await mine.find('search=Gluten&take=1')).ids).toEqual([second]);
  expect((await mine.find('search=gluten&user=uma')).ids).toEqual([first]);
  expect((await mine.find(`search=${encodeURIComponent('100 % sure')}`)).ids).toEqual([second]);
  expect(await mine.find('search=lactose')).toMatchObject({ ids: [] });
});

test('conversations can be filtered by avatar, character and agent, and name each of them', async () => {
  const { key } = await api.createOrganization();
  const call = async (method: 'GET' | 'POST', path: string, body?: object) =>
    (await api.call(method, path, { key, ...(body && { body }) })).body;
  const [one, other] = (await call('GET', '/v1/avatars')).avatars;
  const { id: characterId } = await call('POST', '/v3/characters', { name: 'Ada' });
  const consumer = { identity: 'uma' };
  const talk = async (id: string): Promise<string> =>
    (await call('POST', '/v1/sessions', { name: 'x', avatar: { id }, consumerIdentity: consumer })).session
      .id;
  const first = await talk(one.id);
  const second = await talk(other.id);
  await call('POST', `/v3/conversations/${second}/stop`);
  const third = (await call('POST', '/v3/conversations', { name: 'x', characterId, consumer })).conversation
    .id;
  const find = async (query: string) => {
    const { conversations, total } = await call('GET', `/v3/conversations?${query}`);
    return { ids: conversations.map(({ id }: { id: string }) => id), total };
  };
  expect(await find(`character=${one.id}`)).toEqual({ ids: [first], total: 1 });
  expect(await find(`character=${characterId}`)).toEqual({ ids: [third], total: 1 });
  expect(await find(`agent=${other.agentId.id}`)).toEqual({ ids: [second], total: 1 });
  expect(await find(`agent=${other.agentId.id}&character=${one.id}`)).toEqual({ ids: [], total: 0 });
  expect((await call('GET', `/v3/conversations/${first}`)).agentId).toBe(one.agentId.id);
});
