import type { ByteStreamReader, TextStreamReader } from '@livekit/rtc-node';
import type { Logger } from '../../lib/logger.ts';
import { type RoomLinkEvents, TEXT_LIMIT } from './room-link.ts';
import { StreamGate } from './stream-gate.ts';

/** Reads the data streams that participants send, within the bounds of `StreamGate`. */
export class StreamReader {
  readonly #events: RoomLinkEvents;
  readonly #log: Logger;
  readonly #gate: StreamGate;

  constructor(events: RoomLinkEvents, log: Logger) {
    this.#events = events;
    this.#log = log;
    this.#gate = new StreamGate((identity) => {
      log.warn(
        { event: 'room.streams_refused', participant: identity },
        'a participant sends too many data streams; the avatar ignores some',
      );
      events.onStreamsRefused?.(identity);
    });
  }

  async readText(reader: TextStreamReader, from: string, how: 'whole' | 'pieces'): Promise<void> {
    if (!this.#gate.begin(from)) {
      void reader.close();
      return;
    }
    const { streamId, topic, attributes = {} } = reader.info;
    const onText = (text: string | undefined, complete: boolean) =>
      this.#events.onText({ from, topic, streamId, attributes, text, complete });
    let text = '';
    try {
      for await (const piece of reader) {
        text += piece;
        if (text.length > TEXT_LIMIT) {
          // Leaving the loop closes the reader; the rest is not kept.
          onText(undefined, true);
          return;
        }
        if (how === 'pieces') onText(text, false);
      }
      onText(text, true);
    } catch (error) {
      this.#log.debug(
        { event: 'room.text_broke_off', err: error, participant: from, topic },
        'the text stream of a participant ended early',
      );
    } finally {
      this.#gate.end(from);
    }
  }

  offerBytes(reader: ByteStreamReader, from: string): void {
    const { streamId, name, attributes = {} } = reader.info;
    const discard = () => reader.close();
    const { onBytes } = this.#events;
    // A reader that is neither read nor closed listens to every event of the process forever.
    if (!onBytes || !this.#gate.begin(from)) {
      void discard();
      return;
    }
    let isOpen = true;
    const end = () => {
      if (isOpen) this.#gate.end(from);
      isOpen = false;
    };
    const chunks = readAndThen(reader, end);
    onBytes({ from, streamId, name, attributes, chunks, discard: () => discard().finally(end) });
  }
}

async function* readAndThen(reader: ByteStreamReader, end: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* { [Symbol.asyncIterator]: () => reader[Symbol.asyncIterator]() };
  } finally {
    end();
  }
}
