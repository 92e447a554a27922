import type { Service } from './service.ts';

/** Creates an embed of the first avatar for pages of this origin; it greets with “Welcome to the shop.” */
export async function createShopEmbed({ client }: Service, origin: string) {
  const { avatars } = await client.get('/v1/avatars', { query: { take: 50 } });
  return client.post('/v3/embeds', {
    body: {
      name: 'Shop',
      characterId: avatars.find(({ agentId }) => agentId)!.id,
      allowedOrigins: [origin],
      greeting: 'Welcome to the shop.',
    },
  });
}
