import type { Logger } from '../lib/logger.ts';

/**
 * The order of closing, because parts open concurrently. Ending workers still need the rooms, and their reports need
 * the store. Parts that are not listed close first.
 */
const LAST_TO_CLOSE = [
  'the conversation workers',
  'the model host',
  'the instance',
  'the rooms',
  'the files',
  'the store',
  'the traces',
];

/** Awaits the opening of a part, and remembers how to close it. */
export type OpenPart = <Part>(
  name: string,
  opening: Part | Promise<Part>,
  close: (part: Part) => Promise<void>,
) => Promise<Part>;

/** The parts of the service that must be closed. */
export class OpenedParts {
  readonly #log: Logger;
  readonly #opened: { name: string; close(): Promise<void> }[] = [];

  constructor(log: Logger) {
    this.#log = log;
  }

  readonly open: OpenPart = async (name, opening, close) => {
    const from = performance.now();
    const part = await opening;
    this.#opened.push({ name, close: () => close(part) });
    this.#log.debug(
      { event: 'service.part_opened', part: name, ms: Math.round(performance.now() - from) },
      'a part of the service started',
    );
    return part;
  };

  /** Closes the open parts in reverse order of opening. Never rejects. */
  async closeAll(): Promise<void> {
    const parts = this.#opened.splice(0).reverse();
    parts.sort((a, b) => LAST_TO_CLOSE.indexOf(a.name) - LAST_TO_CLOSE.indexOf(b.name));
    for (const part of parts) {
      await part
        .close()
        .catch((error: unknown) =>
          this.#log.error(
            { event: 'service.part_not_closed', err: error, part: part.name },
            'a part of the service did not close',
          ),
        );
    }
  }
}
