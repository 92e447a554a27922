import type { EngineCore } from '../../../engines/engine-core.ts';

/** The model may transcribe noise, or words that were not meant for it, and not answer them. */
const UNANSWERED_MS = 8000;

/** Collects the user's current words, which arrive piece by piece. */
export class GeminiUserWords {
  readonly #core: EngineCore;
  readonly #nextId: () => string;
  readonly #onUnanswered: () => void;
  #itemId: string | undefined;
  #cancelUnanswered: (() => void) | undefined;

  constructor(core: EngineCore, nextId: () => string, onUnanswered: () => void) {
    this.#core = core;
    this.#nextId = nextId;
    this.#onUnanswered = onUnanswered;
  }

  add(text: string): void {
    // The model gives no other sign of an answer before its first audio.
    if (!this.#itemId) this.#core.emit({ type: 'thinking' });
    this.#itemId ??= this.#nextId();
    this.#core.history.append(this.#itemId, 'user', text);
    this.#emitTranscript(false);
    this.#cancelUnanswered?.();
    this.#cancelUnanswered = this.#core.clock.after(UNANSWERED_MS, this.#onUnanswered);
  }

  close(): void {
    this.#cancelUnanswered?.();
    this.#emitTranscript(true);
    this.#itemId = undefined;
  }

  /** The connection is lost: the next one gets the audio of unfinished words again, and transcribes it again. */
  withdraw(): void {
    this.#cancelUnanswered?.();
    if (this.#itemId) this.#core.history.set(this.#itemId, 'user', '');
  }

  #emitTranscript(final: boolean): void {
    const itemId = this.#itemId;
    const text = itemId ? this.#core.history.textOf(itemId)?.trim() : undefined;
    if (itemId && text) this.#core.emit({ type: 'user_transcript', itemId, text, final });
  }
}
