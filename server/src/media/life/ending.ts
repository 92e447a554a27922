import type { EndReason } from '@visavis/contracts';

export interface End {
  reason: EndReason;
  /** For operators; never a secret. */
  detail?: string;
  /** When the conversation really ended, if that was before it was decided. Milliseconds since the epoch. */
  at?: number;
}

/** The one ending of a conversation: the first caller's reason counts, later ones are ignored. */
export class Ending {
  readonly #resolve: (end: End) => void;
  /** Resolves once, with the first reason. */
  readonly came: Promise<End>;
  #end: End | undefined;

  constructor() {
    let resolve: (end: End) => void = () => undefined;
    this.came = new Promise((settle) => {
      resolve = settle;
    });
    this.#resolve = resolve;
  }

  get hasCome(): boolean {
    return this.#end !== undefined;
  }

  because(reason: EndReason, detail?: string, at?: number): void {
    if (this.#end) return;
    this.#end = { reason, ...(detail && { detail }), ...(at !== undefined && { at }) };
    this.#resolve(this.#end);
  }
}
