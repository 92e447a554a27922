import type { VisavisClient } from '@visavis/client';
import { LiveConsumer } from '@visavis/tests/dist/support/live-consumer.js';
import { galleryOf, startConversation, stopConversation } from '../support/conversation.ts';
import { pause } from '../support/scope.ts';

const GREETING_MS = 30_000;

/**
 * Starts conversations one after another, listens to each for a while, and stops half of them; the others end by
 * themselves.
 */
export class Conversing {
  /** Ids of conversations whose start was acknowledged. */
  readonly ids = new Set<string>();
  heard = 0;
  /** Number of conversations without a greeting, by reason. */
  readonly failures = new Map<string, number>();

  async go(client: VisavisClient, random: () => number, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      try {
        await this.#converse(client, random);
      } catch (error) {
        // A fault interrupted it, which is expected here.
        const reason = (error as Error).message.replace(/https?:\S+/g, 'the service').slice(0, 100);
        this.failures.set(reason, (this.failures.get(reason) ?? 0) + 1);
        await pause(1000);
      }
    }
  }

  async #converse(client: VisavisClient, random: () => number): Promise<void> {
    const [avatar] = await galleryOf(client);
    const { id, avatarIdentity, serverUrl, token } = await startConversation(client, avatar!, {
      maxDuration: 60,
    });
    this.ids.add(id);
    const consumer = new LiveConsumer(avatarIdentity);
    try {
      await consumer.join(serverUrl, token);
      await consumer.until('the greeting', () => consumer.sound.length > 0, GREETING_MS);
      this.heard++;
      await pause(2000 + random() * 10_000);
      if (random() < 0.5) await stopConversation(client, id);
    } finally {
      await consumer.leave();
    }
  }
}
