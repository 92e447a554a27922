import type { VisavisClient } from '@visavis/client';
import type { TurnMeasure } from '@visavis/server/dist/media/turn/turn-clock.js';
import type { Joining } from './joining.ts';

/** The built-in engine answers each with a sentence or two, even if only that it does not know. */
export const QUESTIONS = [
  'Who are you?',
  'What can you do for me?',
  'How are you today?',
  'Could you tell me a joke, please?',
  'What time is it now?',
];

export interface Started extends Joining {
  id: string;
  avatarIdentity: string;
}

/** Returns the ids of the avatars that every organization starts with. */
export async function galleryOf(client: VisavisClient): Promise<string[]> {
  return (await client.get('/v1/avatars')).avatars.map(({ id }) => id);
}

/** Starts a conversation; by default, the avatar's own agent answers. */
export async function startConversation(
  client: VisavisClient,
  avatarId: string,
  fields: { agent?: { id: string }; maxDuration?: number } = {},
): Promise<Started> {
  const { session, consumerAccessToken } = await client.post('/v1/sessions', {
    body: {
      name: 'benchmark',
      avatar: { id: avatarId },
      consumerIdentity: { identity: 'consumer', name: 'Consumer' },
      ...fields,
    },
  });
  return {
    id: session.id,
    avatarIdentity: session.avatar!.identity,
    serverUrl: session.host.serverUrl,
    token: consumerAccessToken!,
  };
}

export async function stopConversation(client: VisavisClient, id: string): Promise<void> {
  await client.patch('/v1/sessions/{id}/stop', { path: { id } });
}

export async function timelineOf(client: VisavisClient, id: string) {
  return (await client.get('/v3/conversations/{id}', { path: { id } })).timeline;
}

/** Returns the turns of a conversation that are in its timeline so far. */
export async function turnsOf(client: VisavisClient, id: string): Promise<TurnMeasure[]> {
  const timeline = await timelineOf(client, id);
  return timeline
    .filter(({ type }) => type === 'turn')
    .map(({ content }) => JSON.parse(content) as TurnMeasure);
}

/** Returns milliseconds since the epoch with fractions: the clock of the pages, which run on the same machine. */
export function wall(): number {
  return performance.timeOrigin + performance.now();
}
