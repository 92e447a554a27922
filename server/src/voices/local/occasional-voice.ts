import type { SpokenClause, Voice } from '../voice.ts';

/** How long it stays open without another sentence. */
const IDLE_MS = 60_000;

/** A voice for occasional sentences: started for the first one, and closed after it has been idle for a while. */
export class OccasionalVoice {
  readonly #start: () => Promise<Voice>;
  readonly #idleMs: number;
  #voice: Promise<Voice> | undefined;
  #speaking = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(start: () => Promise<Voice>, idleMs = IDLE_MS) {
    this.#start = start;
    this.#idleMs = idleMs;
  }

  async say(sentence: string, voice: string): Promise<SpokenClause> {
    clearTimeout(this.#timer);
    this.#speaking++;
    try {
      this.#voice ??= this.#open();
      const local = await this.#voice;
      local.prepare?.();
      return await local.speak(sentence, { voice });
    } finally {
      this.#speaking--;
      if (this.#speaking === 0) this.#timer = setTimeout(() => this.#closeIdle(), this.#idleMs).unref();
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    const voice = this.#voice;
    this.#voice = undefined;
    await voice?.then(
      (it) => it.close(),
      () => undefined,
    );
  }

  /** If the thread does not end properly, it is gone nevertheless. */
  #closeIdle(): void {
    this.close().catch(() => undefined);
  }

  /** After a failed start, the next request starts it again. */
  #open(): Promise<Voice> {
    const opening = this.#start();
    opening.catch(() => {
      if (this.#voice === opening) this.#voice = undefined;
    });
    return opening;
  }
}
