import { expect, test } from 'vitest';
import { useApi } from '../support/api-harness.ts';

const api = useApi();

test('conversations are found by what was said in them, with their total, those of the organization alone', async () => {
  const organization = async () => {
    const { key } = await api.createOrganization();
    const [avatar] = (await api.call('GET', '/v1/avatars', { key })).body.avatars;
    const talk = async (user: string, ...said: string[]): Promise<string> => {
      const body = { name: 'x', avatar: { id: avatar.id }, consumerIdentity: { identity: user } };
      const { id } = (await api.call('POST', '/v1/sessions', { key, body })).body.session;
      for (const [index, content] of said.entries()) {
        const at = api.now().getTime();
        await api.report(id, {
          kind: 'transcript',
          at,
          entryId: `e${index}`,
          author: 'user',
          content,
          final: true,
        });
      }
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
