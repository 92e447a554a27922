import type { EngineCore } from '../../engines/engine-core.ts';

/** After this long without a word the user has stopped. */
const USER_QUIET_MS = 1500;

/** The user's speech over the avatar's, from a provider that reports its beginning but not its end. */
export class ReportedSpeech {
  readonly #core: EngineCore;
  /** Present while the user speaks. */
  #cancelQuiet: (() => void) | undefined;

  constructor(core: EngineCore) {
    this.#core = core;
  }

  /** The provider reports that the user speaks. */
  begin(): void {
    this.#waitForQuiet();
    this.#core.emit({ type: 'user_speech', speaking: true, cut: true });
  }

  /** Another word has arrived, so the speech has not ended. */
  goOn(): void {
    if (this.#cancelQuiet) this.#waitForQuiet();
  }

  end(): void {
    if (!this.#cancelQuiet) return;
    this.#cancelQuiet();
    this.#cancelQuiet = undefined;
    this.#core.emit({ type: 'user_speech', speaking: false });
  }

  #waitForQuiet(): void {
    this.#cancelQuiet?.();
    this.#cancelQuiet = this.#core.clock.after(USER_QUIET_MS, () => this.end());
  }
}
