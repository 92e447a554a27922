import { ErasedMemories, EraseMemoriesQuery, ListMemoriesQuery, Memory } from '@visavis/contracts';
import { namingFields } from '../../domain/errors.ts';
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
      description: 'Lists what consumers said to avatars whose agents have a memory.',
      querystring: ListMemoriesQuery,
    },
  );
  get(memories.get);
  remove(memories.remove, {
    description:
      'Nothing said before now restores the memory; if the consumer says it again, it is remembered again. Running ' +
      'conversations are instructed to forget it.',
  });
  app.delete(
    '/memories',
    operation('api_key', {
      operationId: 'eraseMemories',
      tags: ['memories'],
      summary: 'Erase memories',
      description:
        'Erases all memories that match `user`, `client` and `avatar`; at least one of them is required. Nothing said before ' +
        'now stays remembered; running conversations are instructed to forget it.',
      querystring: EraseMemoriesQuery,
      response: { 200: ErasedMemories },
    }),
    async (request) => ({
      erased: await namingFields(
        () => 'query',
        () => memories.erase(request.organization.id, memoryFilter(request.query)),
      ),
    }),
  );
};

function memoryFilter({ client, user, avatar }: EraseMemoriesQuery): MemoryFilter {
  return {
    ...(client !== undefined && { client }),
    ...(user !== undefined && { user }),
    ...(avatar !== undefined && { avatarId: avatar }),
  };
}

function presentMemory(memory: MemoryRow): Memory {
  const { user, avatarId, content, conversationId } = memory;
  return withoutEmpty({ ...presentOwned(memory), user, avatarId, content, conversationId });
}
