import type { Service } from './service.ts';

/** Creates an avatar that answers from a knowledge base, calls a tool, and is shown by an embed. */
export async function makeInUse(client: Service['client']) {
  const base = await client.post('/v3/knowledge-bases', { body: { name: 'Handbook' } });
  const tool = await client.post('/v3/tools', {
    body: { name: 'book_table', description: 'Books.', url: 'https://shop.example/tool' },
  });
  const agent = await client.post('/v1/agents', {
    body: { provider: 'gemini', name: 'Host', knowledgeBaseId: base.id, tools: [{ id: tool.id }] },
  });
  const avatar = await client.post('/v1/avatars', {
    body: { identity: 'maya', name: 'Our host', agentId: agent.id },
  });
  const { faces } = await client.get('/v3/faces', { query: { take: 1 } });
  const character = await client.post('/v3/characters', {
    body: { name: 'Waiter', faceId: faces[0]!.id, tools: [{ id: tool.id }] },
  });
  const embed = await client.post('/v3/embeds', {
    body: { name: 'Website', characterId: avatar.id, allowedOrigins: ['https://shop.example'] },
  });
  return { base, tool, avatar, character, embed };
}
