import type { Service } from './service.ts';

export interface Started {
  id: string;
  avatarIdentity: string;
  serverUrl: string;
  token: string;
}

/** Starts a conversation with one of the gallery's avatars. */
export async function startConversation(service: Service, avatar = 0): Promise<Started> {
  const avatars = await galleryOf(service);
  return startWith(service, avatars[avatar % avatars.length]!);
}

/** Ids of the avatars that every organization begins with. */
export async function galleryOf(service: Service): Promise<string[]> {
  const { avatars } = await service.client.get('/v1/avatars');
  return avatars.map(({ id }) => id);
}

/** Without an agent, the avatar's own agent answers. */
export async function startWith(
  service: Service,
  avatarId: string,
  agentId?: string,
  fields: { maxDuration?: number } = {},
): Promise<Started> {
  const { session, consumerAccessToken } = await service.client.post('/v1/sessions', {
    body: {
      name: 'benchmark',
      avatar: { id: avatarId },
      ...(agentId && { agent: { id: agentId } }),
      consumerIdentity: { identity: 'consumer', name: 'Consumer' },
      ...fields,
    },
  });
  const { id, avatar, host } = session;
  return {
    id,
    avatarIdentity: avatar!.identity,
    serverUrl: host.serverUrl,
    token: consumerAccessToken!,
  };
}

export async function stopConversation(service: Service, id: string): Promise<void> {
  await service.client.patch('/v1/sessions/{id}/stop', { path: { id } });
}

/** Milliseconds since the epoch with fractions: the clock of the pages, which run on the same machine. */
export function wall(): number {
  return performance.timeOrigin + performance.now();
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
