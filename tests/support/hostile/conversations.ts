import { createVisavisClient } from '@visavis/client';
import { DEADLINE_MS } from '../deadlines.ts';
import { LiveConsumer } from '../live-consumer.ts';
import { type Service, TEST_API_KEY } from '../service.ts';
import { startSession } from '../service-client.ts';

const ADMIN_TOKEN = 'an-admin-token-for-hostile-tests';

/** Settings of a service whose tenants share one worker. */
export const TENANTS_ENV = { VISAVIS_ADMIN_TOKEN: ADMIN_TOKEN, VISAVIS_VIDEO_FPS: '10' };

/** The address and the token of a conversation, and the key of its organization. */
export interface JoinableConversation {
  apiKey: string;
  serverUrl: string;
  token: string;
  avatar: string;
  [name: string]: string;
}

/** Starts a conversation of the attacking organization. */
export function startOwn(service: Service): Promise<JoinableConversation> {
  return start(service.client, TEST_API_KEY);
}

/** One conversation of the attacker, and one of somebody else. */
export interface TwoConversations {
  mine: JoinableConversation;
  other: JoinableConversation;
  [name: string]: JoinableConversation;
}

export const startBoth = async (service: Service): Promise<TwoConversations> => ({
  mine: await startOwn(service),
  other: await startOfAnother(service),
});

/** Starts a conversation of a new organization. With `refImage`, its avatar has that picture. */
export async function startOfAnother(service: Service, refImage?: string): Promise<JoinableConversation> {
  const admin = createVisavisClient({ baseUrl: service.url, adminToken: ADMIN_TOKEN });
  const { id } = await admin.post('/admin/organizations', { body: { name: 'Of somebody else' } });
  const { key: apiKey } = await admin.post('/admin/organizations/{id}/keys', { path: { id }, body: {} });
  const client = createVisavisClient({ baseUrl: service.url, apiKey });
  const avatar = refImage && (await client.post('/v1/avatars', { body: { refImage } }));
  return start(client, apiKey, avatar ? { avatar: { id: avatar.id } } : {});
}

async function start(
  client: Service['client'],
  apiKey: string,
  body: Parameters<typeof startSession>[1] = {},
): Promise<JoinableConversation> {
  const { session, consumerAccessToken } = await startSession({ client } as Service, body);
  return {
    apiKey,
    serverUrl: session.host.serverUrl,
    token: consumerAccessToken,
    avatar: session.avatar!.identity,
  };
}

/**
 * Asks an avatar repeatedly, and sends it an RPC before each question.
 * @returns the number of questions answered in audio: all
 * @throws Error if an answer does not come
 */
export async function converse(
  { serverUrl, token, avatar }: JoinableConversation,
  questions: number,
): Promise<number> {
  const consumer = new LiveConsumer(avatar);
  try {
    await consumer.join(serverUrl, token);
    await consumer.until('the greeting', () => consumer.states.includes('speaking'), DEADLINE_MS);
    for (let question = 1; question <= questions; question++) {
      await consumer.until('silence', () => consumer.states.at(-1) === 'listening', DEADLINE_MS);
      await consumer.interrupt();
      const [said, heard] = [consumer.states.length, consumer.sound.length];
      await consumer.type('What can I see here?');
      const isAnswered = () =>
        consumer.states.slice(said).includes('speaking') && consumer.sound.length > heard + 20;
      await consumer.until(`answer ${question}`, isAnswered, DEADLINE_MS);
    }
    return questions;
  } finally {
    await consumer.leave();
  }
}
