import { ErasedMemories, EraseMemoriesQuery, ListMemoriesQuery, Memory } from '@visavis/contracts';
import { renameErrorFields } from '../../domain/errors.ts';
import type { MemoryFilter, Memory as MemoryRow } from '../../domain/memories/memories.ts';
import { type Endpoint, operation } from '../api-app.ts';
import { each, ownedRoutes } from '../owned-routes.ts';
import { presentOwned, withoutEmpty } from '../present/present.ts';

export const memoryRoutes: Endpoint = (app, { memories }) => {
  const { list, get, remove } = ownedRoutes(app, {
    names: ['memory', 'memories'],
    schema: Memory,
    present: each(presentMemory),
  });
  list(
    (organizationId, page, query: ListMemoriesQuery) =>
      memories.list(organizationId, { ...page, ...memoryFilter(query) }),
    {
      description: 'Lists what consumers said to avatars whose agents have `memory`, newest first.',
      querystring: ListMemoriesQuery,
    },
  );
  get(memories.get);
  remove(memories.remove, {
    description:
      'Deletes the memory permanently and returns it. Running conversations are told to forget it. If the consumer says it ' +
      'again later, it is remembered again.',
  });
  app.delete(
    '/memories',
    operation('api_key', 'memories', {
      operationId: 'eraseMemories',
      summary: 'Erase memories',
      description:
        'Permanently erases all memories that match `user`, `client` and `avatar`; at least one of them is required. Running ' +
        'conversations are told to forget them, and nothing that was said before this request is remembered.',
      querystring: EraseMemoriesQuery,
      response: { 200: ErasedMemories },
    }),
    async (request) => ({
      erased: await renameErrorFields(
        () => 'query',
        () => memories.erase(request.organization.id, memoryFilter(request.query)),
      ),
    }),
  );
};

const memoryFilter = ({ client, user, avatar }: EraseMemoriesQuery): MemoryFilter =>
  withoutEmpty({ client, user, avatarId: avatar });

function presentMemory(memory: MemoryRow): Memory {
  const { user, avatarId, content, conversationId } = memory;
  return withoutEmpty({ ...presentOwned(memory), user, avatarId, content, conversationId });
}
