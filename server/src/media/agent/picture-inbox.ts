import type { EngineImage } from '../../engines/engine.ts';
import { type Clock, sleep } from '../../lib/clock.ts';
import type { ReceivedBytes } from '../room/room-link.ts';

/** Maximum size of a picture. Clients scale down a phone camera's pictures, as the models do in any case. */
const MAX_BYTES = 2 * 2 ** 20;
const TIMEOUT_MS = 10_000;
/** Maximum number of pictures in a conversation: models charge for them. */
const MAX_PICTURES = 50;

export interface PictureInboxOptions {
  clock: Clock;
  /** Absent if the engine cannot see. */
  show: ((image: EngineImage) => void) | undefined;
  /** Called with the reason why a picture was not shown to the model, as words that end a sentence. */
  refuse: (reason: string) => void;
}

/** Reads the pictures that the consumer sends, one at a time, and shows them to the engine. */
export class PictureInbox {
  readonly #options: PictureInboxOptions;
  #isReading = false;
  #shown = 0;

  constructor(options: PictureInboxOptions) {
    this.#options = options;
  }

  async receive(bytes: ReceivedBytes): Promise<void> {
    const { show, refuse } = this.#options;
    const refusal = show ? this.#reasonToRefuse() : 'the agent does not accept pictures';
    if (!show || refusal) {
      refuse(refusal!);
      return bytes.discard();
    }
    this.#isReading = true;
    try {
      const read = await this.#read(bytes);
      if (typeof read === 'string') return refuse(read);
      const mimeType = typeOf(read);
      if (!mimeType) return refuse('it is neither a JPEG nor a PNG file');
      this.#shown++;
      show({ mimeType, bytes: read });
    } finally {
      this.#isReading = false;
    }
  }

  #reasonToRefuse(): string | undefined {
    if (this.#isReading) return 'another picture is still being received';
    return this.#shown < MAX_PICTURES
      ? undefined
      : `the maximum of ${MAX_PICTURES} pictures per conversation is reached`;
  }

  /** Returns the whole picture, or the reason why it was not read. */
  async #read(bytes: ReceivedBytes): Promise<Uint8Array | string> {
    const parts: Uint8Array[] = [];
    let length = 0;
    const timeout = sleep(this.#options.clock, TIMEOUT_MS).then(() => 'late' as const);
    const iterator = bytes.chunks[Symbol.asyncIterator]();
    for (;;) {
      const next = iterator.next();
      const result = await Promise.race([next, timeout]).catch(() => 'broken' as const);
      if (result === 'late' || result === 'broken') {
        next.catch(() => undefined);
        await bytes.discard();
        return result === 'late'
          ? `it was not received completely within ${TIMEOUT_MS / 1000} s`
          : 'its transfer was interrupted';
      }
      if (result.done) return Buffer.concat(parts, length);
      length += result.value.length;
      if (length > MAX_BYTES) {
        await bytes.discard();
        return `it is larger than ${MAX_BYTES / 2 ** 20} MiB`;
      }
      parts.push(result.value);
    }
  }
}

/** Detects the type by the first bytes; the sender's declaration is not used. */
function typeOf(bytes: Uint8Array): EngineImage['mimeType'] | undefined {
  const begins = (...magic: number[]) => magic.every((byte, at) => bytes[at] === byte);
  if (begins(0xff, 0xd8, 0xff)) return 'image/jpeg';
  return begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) ? 'image/png' : undefined;
}
