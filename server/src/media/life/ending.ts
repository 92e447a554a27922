import type { EndReason } from '@visavis/contracts';
import { Deferred } from '../../lib/deferred.ts';

export interface End {
  reason: EndReason;
  /** Details for operators; never a secret. */
  detail?: string;
  /** When the conversation really ended, if that was before the decision. Milliseconds since the epoch. */
  at?: number;
}

/** The end of a conversation: only the first caller's reason counts, later ones are ignored. */
export class Ending {
  readonly #deferred = new Deferred<End>();
  /** Resolves once, with the first reason. */
  readonly ended = this.#deferred.promise;
  #end: End | undefined;

  get hasEnded(): boolean {
    return this.#end !== undefined;
  }

  end(reason: EndReason, detail?: string, at?: number): void {
    if (this.#end) return;
    this.#end = { reason, ...(detail && { detail }), ...(at !== undefined && { at }) };
    this.#deferred.resolve(this.#end);
  }
}
