import { ProviderError } from '../../provider-error.ts';

/** With so many failures in a row, the saved state may be what causes them. */
const MAX_FAILURES = 3;

/** The state of a conversation that its provider saved, for the next connection to resume. */
export class SavedState {
  /** The provider's name for it, and the newest entry of the history that it holds. */
  current: { handle: string; lastId: string | undefined } | undefined;
  #failures = 0;

  /** A connection has opened. */
  worked(): void {
    this.#failures = 0;
  }

  /**
   * Counts a failed attempt to resume. True where the saved state is given up, so that the next attempt sends the history
   * instead: the provider refused it, or too many attempts failed in another way.
   */
  givesUpAfter(error: unknown): boolean {
    const kind = error instanceof ProviderError ? error.kind : undefined;
    if (kind === 'auth' || kind === 'quota') return false;
    if (kind !== 'rejected' && ++this.#failures < MAX_FAILURES) return false;
    this.current = undefined;
    return true;
  }
}
