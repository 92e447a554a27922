import type { EndReason } from '@visavis/contracts';

export interface End {
  reason: EndReason;
  /** For operators; never a secret. */
  detail?: string;
  /** When it really ended, if that was before it was decided. Milliseconds since the epoch. */
  at?: number;
}

/** The one end of a conversation: whoever comes first gives the reason, everybody else is too late. */
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
