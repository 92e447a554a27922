import { ProviderError } from '../../provider-error.ts';

/** After so many failures that the saved state may have caused, it is no longer used. */
const MAX_FAILURES = 3;

/** The state of a conversation that its provider saved, for the next connection to resume. */
export class SavedState {
  /** The provider's name for it, and the newest entry of the history that it holds. */
  current: { handle: string; lastId: string | undefined } | undefined;
  #failures = 0;

  worked(): void {
    this.#failures = 0;
  }

  /**
   * True when the provider no longer has the saved state: the history is sent instead. Other errors may be caused by it
   * as well.
   */
  giveUp(error: unknown): boolean {
    const kind = error instanceof ProviderError ? error.kind : undefined;
    if (kind === 'auth' || kind === 'quota') return false;
    if (kind !== 'rejected' && ++this.#failures < MAX_FAILURES) return false;
    this.current = undefined;
    return true;
  }
}
