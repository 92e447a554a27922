import { ProviderError } from '../../provider-error.ts';

/** After this many consecutive failures, the saved state may be their cause. */
const MAX_FAILURES = 3;

/** The state of a conversation that its provider saved, for the next connection to resume. */
export class SavedState {
  /** The provider's handle for it, and the id of the newest history entry that it contains. */
  current: { handle: string; lastId: string | undefined } | undefined;
  #failures = 0;

  /** A connection has opened. */
  worked(): void {
    this.#failures = 0;
  }

  /**
   * Counts a failed attempt to resume. Returns true if the saved state is discarded, so that the next attempt sends the
   * history instead: the provider refused it, or too many attempts failed for another reason.
   */
  givesUpAfter(error: unknown): boolean {
    const kind = error instanceof ProviderError ? error.kind : undefined;
    if (kind === 'auth' || kind === 'quota') return false;
    if (kind !== 'rejected' && ++this.#failures < MAX_FAILURES) return false;
    this.current = undefined;
    return true;
  }
}
