import type { Service } from '@visavis/tests/dist/support/service.js';

export interface Started {
  id: string;
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
  const { avatars } = await service.expect<{ avatars: { id: string }[] }>('GET', '/v1/avatars');
  return avatars.map(({ id }) => id);
}

export async function startWith(service: Service, avatarId: string): Promise<Started> {
  const answer = await service.expect<{
    session: { id: string; host: { serverUrl: string } };
    consumerAccessToken: string;
  }>('POST', '/v1/sessions', {
    name: 'benchmark',
    avatar: { id: avatarId },
    consumerIdentity: { identity: 'consumer', name: 'Consumer' },
  });
  return {
    id: answer.session.id,
    serverUrl: answer.session.host.serverUrl,
    token: answer.consumerAccessToken,
  };
}

export async function stopConversation(service: Service, id: string): Promise<void> {
  await service.expect('PATCH', `/v1/sessions/${id}/stop`);
}

/** Milliseconds since the epoch with fractions: the clock of the pages, which run on the same machine. */
export function wall(): number {
  return performance.timeOrigin + performance.now();
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
