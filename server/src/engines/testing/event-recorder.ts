import type { EngineEvent } from '../engine.ts';

type EventOf<T extends EngineEvent['type']> = Extract<EngineEvent, { type: T }>;

/** Collects the events of an engine, and lets a test wait for them. Pass `emit` to the engine's host. */
export class EventRecorder {
  readonly events: EngineEvent[] = [];
  readonly #waiting = new Set<() => void>();

  readonly emit = (event: EngineEvent): void => {
    this.events.push(event);
    for (const check of this.#waiting) check();
  };

  /** Returns the current end of the record, for use as `since`. */
  mark(): number {
    return this.events.length;
  }

  ofType<T extends EngineEvent['type']>(type: T, since = 0): EventOf<T>[] {
    return this.events.slice(since).filter((event): event is EventOf<T> => event.type === type);
  }

  /** Resolves with the first event of the type after `since`, at once if there is one already. */
  waitFor<T extends EngineEvent['type']>(
    type: T,
    options: { since?: number; timeoutMs?: number; where?: (event: EventOf<T>) => boolean } = {},
  ): Promise<EventOf<T>> {
    const { since = 0, timeoutMs = 60_000, where = () => true } = options;
    return new Promise((resolve, reject) => {
      const check = () => {
        const found = this.ofType(type, since).find(where);
        if (found === undefined) return;
        clearTimeout(timer);
        this.#waiting.delete(check);
        resolve(found);
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(check);
        const seen = this.events.slice(since).map((event) => event.type);
        reject(new Error(`no "${type}" within ${timeoutMs} ms; since then: ${seen.join(', ') || 'nothing'}`));
      }, timeoutMs);
      this.#waiting.add(check);
      check();
    });
  }

  /** Waits for the end of an utterance that began after `since`. Returns its text and the length of its audio. */
  async utterance(
    since = 0,
  ): Promise<{ utteranceId: string; text: string; soundMs: number; chunks: number }> {
    const { utteranceId } = await this.waitFor('utterance_started', { since });
    await this.waitFor('utterance_finished', { since, where: (event) => event.utteranceId === utteranceId });
    return { utteranceId, ...this.soFar(utteranceId) };
  }

  soFar(utteranceId: string): { text: string; soundMs: number; chunks: number } {
    let text = '';
    let soundMs = 0;
    let chunks = 0;
    for (const event of this.events) {
      if ((event.type !== 'audio' && event.type !== 'text') || event.utteranceId !== utteranceId) continue;
      text += event.text ?? '';
      if (event.type === 'text') continue;
      soundMs += (event.pcm.length / event.sampleRate) * 1000;
      chunks++;
    }
    return { text: text.replace(/\s+/g, ' ').trim(), soundMs, chunks };
  }
}
