import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LiveConsumer } from './live-consumer.ts';
import { poll } from './poll.ts';
import { portraitDataUrl } from './portrait-png.ts';
import type { LocalProviders } from './providers/local-providers.ts';
import type { Json } from './providers/protocol-server.ts';

const [, base64 = ''] = portraitDataUrl().split(',');

/** A small PNG. */
export const picture = Buffer.from(base64, 'base64');

/** Sends a picture as front ends do for LiveKit agents with vision. */
export async function showPicture(consumer: LiveConsumer, content: Uint8Array): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'visavis-picture-'));
  try {
    const file = join(folder, 'picture');
    await writeFile(file, content);
    await consumer.room.localParticipant!.sendFile(file, { topic: 'images' });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Records the pictures that OpenAI's model receives. Must be created before the conversation. */
export class ShownPictures {
  readonly #taken: Json[] = [];

  constructor({ openai }: LocalProviders) {
    openai.onTaken = (message) => void this.#taken.push(message);
  }

  /** Resolves once the model has received `picture` unchanged, in the vendor's format, and only once. */
  async untilShown(timeoutMs?: number): Promise<void> {
    const content = [{ type: 'input_image', image_url: `data:image/png;base64,${base64}` }];
    const expected = JSON.stringify(content);
    const isShown = () =>
      this.#taken.filter(({ type, item }) => {
        const sent = item as { role?: string; content?: object[] } | undefined;
        return (
          type === 'conversation.item.create' &&
          sent?.role === 'user' &&
          JSON.stringify(sent.content) === expected
        );
      }).length === 1;
    await poll('the picture at the vendor', async () => isShown(), Boolean, timeoutMs);
  }
}
