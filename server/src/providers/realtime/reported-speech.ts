import type { EngineCore } from '../../engines/engine-core.ts';

/** After so long without a word the user has stopped. */
const USER_QUIET_MS = 1500;

/** The speech of a user that breaks in, of providers that report when it begins and never when it ends. */
export class ReportedSpeech {
  readonly #core: EngineCore;
  /** While the user speaks. */
  #cancelQuiet: (() => void) | undefined;

  constructor(core: EngineCore) {
    this.#core = core;
  }

  begin(): void {
    this.#waitForQuiet();
    this.#core.emit({ type: 'user_speech', speaking: true, cut: true });
  }

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
