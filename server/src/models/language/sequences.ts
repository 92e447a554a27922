/** The tokens per conversation: its instructions, what was said, and the answer. */
export const CONTEXT_TOKENS = 2048;

/** The maximum number of tokens of an answer. */
export const ANSWER_TOKENS = 300;

/** Returns how many conversations the language model keeps computed; others are computed again when they continue. */
export const keptConversations = (cores: number): number => Math.min(8, Math.max(2, cores));

/** A slot in the model's memory that holds the tokens of a conversation. */
export interface Sequence {
  readonly id: number;
  /** The computed tokens, in order. */
  tokens: number[];
}

/**
 * Assigns sequences to conversations. There are fewer sequences than conversations: the least recently used one is
 * reassigned, and its conversation is computed again when it continues.
 */
export class Sequences {
  /** The least recently used first. */
  #idle: { sequence: Sequence; key: string | undefined }[];
  readonly #keysInUse = new Set<string>();
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#idle = Array.from({ length: count }, (_, id) => ({ sequence: { id, tokens: [] }, key: undefined }));
  }

  /**
   * Returns the sequence of this conversation, or the least recently used one; waits while its own, or all, are in use.
   * Its tokens may be those of another conversation, which often begins with the same instructions.
   */
  async take(key: string, signal: AbortSignal): Promise<Sequence> {
    while (this.#idle.length === 0 || this.#keysInUse.has(key)) {
      let wake: () => void = () => undefined;
      await new Promise<void>((resolve) => {
        wake = resolve;
        this.#waiting.push(wake);
        signal.addEventListener('abort', wake);
      });
      signal.removeEventListener('abort', wake);
      signal.throwIfAborted();
    }
    const own = this.#idle.findIndex((each) => each.key === key);
    const [taken] = this.#idle.splice(Math.max(0, own), 1);
    this.#keysInUse.add(key);
    return taken!.sequence;
  }

  release(key: string, sequence: Sequence): void {
    this.#keysInUse.delete(key);
    this.#idle.push({ sequence, key });
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

/** Returns how many tokens both begin with. */
export function commonLength(one: readonly number[], other: readonly number[]): number {
  let same = 0;
  while (same < one.length && same < other.length && one[same] === other[same]) same++;
  return same;
}
