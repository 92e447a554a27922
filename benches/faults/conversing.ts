import type { VisavisClient } from '@visavis/client';
import { Consumer } from '../soak/consumer.ts';
import { pause } from '../support/conversation.ts';

/**
 * Starts conversations one after another, listens to each for a while, and stops half of them; the others end by
 * themselves.
 */
export class Conversing {
  /** Started, and acknowledged as such. */
  readonly ids = new Set<string>();
  heard = 0;
  /** Why conversations had no greeting, with counts. */
  readonly failures = new Map<string, number>();

  async go(client: VisavisClient, random: () => number, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const consumer = new Consumer();
      try {
        await this.#converse(client, consumer, random);
      } catch (error) {
        // A fault interrupted it, which is expected here.
        const reason = (error as Error).message.replace(/https?:\S+/g, 'the service').slice(0, 100);
        this.failures.set(reason, (this.failures.get(reason) ?? 0) + 1);
        await pause(1000);
      } finally {
        await consumer.end();
      }
    }
  }

  async #converse(client: VisavisClient, consumer: Consumer, random: () => number): Promise<void> {
    const { avatars } = await client.get('/v1/avatars');
    const { session, consumerAccessToken } = await client.post('/v1/sessions', {
      body: {
        name: 'Under faults',
        avatar: { id: avatars[0]!.id },
        consumerIdentity: { identity: 'ada', name: 'Ada' },
        maxDuration: 60,
      },
    });
    this.ids.add(session.id);
    await consumer.join({
      id: session.id,
      avatarIdentity: session.avatar!.identity,
      serverUrl: session.host.serverUrl,
      token: consumerAccessToken!,
    });
    this.heard++;
    await pause(2000 + random() * 10_000);
    if (random() < 0.5) await client.patch('/v1/sessions/{id}/stop', { path: { id: session.id } });
  }
}
