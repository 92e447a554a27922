import type { AgentState } from '@visavis/contracts';
import type { EngineEvent } from '../../engines/engine.ts';
import type { Clock } from '../../lib/clock.ts';

export interface SilenceActions {
  /** Says that an answer takes a while. `afterMs` 0 means never, like `undefined`. */
  wait: { readonly afterMs: number; readonly say: () => void } | undefined;
  /** Gives up on an engine that has produced nothing for `afterMs`. Absent if the engine does that itself. */
  giveUp?: { readonly afterMs: number; readonly say: (quietMs: number) => void };
}

/** Calls its actions when the user has waited too long in silence for an answer. */
export class SilenceWatch {
  readonly #clock: Clock;
  readonly #actions: SilenceActions;
  #silentSinceMs = 0;
  /** Since when the engine has produced nothing, while it owes the user an answer. */
  #engineIdleSinceMs: number | undefined;
  /** Number of tool calls that the engine waits for: each has its own time limit. */
  #pendingToolCalls = 0;
  #turn = 0;
  #shownState: AgentState | undefined;
  #isWaiting = false;
  /** Whether the wait was announced in this turn of the user. */
  #isAnnounced = true;
  #cancels: (() => void)[] = [];

  constructor(clock: Clock, actions: SilenceActions) {
    this.#clock = clock;
    this.#actions = actions;
  }

  /** Number of the user's turns so far. It lets a caller drop what was meant to be said in an earlier turn. */
  get turn(): number {
    return this.#turn;
  }

  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  /** The user's turn ended at `atMs`, or the user has come and waits for the greeting. */
  userEnded(atMs: number): void {
    this.#turn++;
    this.#pendingToolCalls = 0;
    this.#isAnnounced = false;
    this.#engineIdleSinceMs = atMs;
    this.restartSilence(atMs);
  }

  restartSilence(atMs: number): void {
    this.#silentSinceMs = atMs;
    this.#schedule();
  }

  engineEmitted({ type }: EngineEvent): void {
    if (type === 'tool_call') this.#pendingToolCalls++;
    else if (type === 'tool_result') this.#pendingToolCalls = Math.max(0, this.#pendingToolCalls - 1);
    else if (type !== 'utterance_started' && type !== 'audio' && type !== 'text') return;
    if (this.#engineIdleSinceMs !== undefined) this.#engineIdleSinceMs = this.#clock.now();
    if (this.#isWaiting) this.#schedule();
  }

  stateShown(state: AgentState): void {
    // The engine may also think without a turn of the user, as before it says that time is nearly up: counts from here.
    const begins = state === 'thinking' && this.#shownState === 'listening';
    if (begins && this.#engineIdleSinceMs !== undefined) this.#engineIdleSinceMs = this.#clock.now();
    this.#shownState = state;
    this.#isWaiting = state === 'thinking';
    this.#schedule();
  }

  close(): void {
    this.#isWaiting = false;
    this.#schedule();
  }

  #schedule(): void {
    for (const cancel of this.#cancels.splice(0)) cancel();
    if (!this.#isWaiting) return;
    const { wait, giveUp } = this.#actions;
    const now = this.#clock.now();
    if (wait && wait.afterMs > 0 && !this.#isAnnounced) {
      const silentMs = now - this.#silentSinceMs;
      // After a longer silence the user waits for something else, such as a goodbye.
      this.#after(wait.afterMs - (silentMs < wait.afterMs ? silentMs : 0), () => {
        this.#isAnnounced = true;
        wait.say();
      });
    }
    const since = this.#engineIdleSinceMs;
    if (!giveUp || since === undefined || this.#pendingToolCalls > 0) return;
    this.#after(Math.max(0, giveUp.afterMs - (now - since)), () => {
      this.#engineIdleSinceMs = undefined;
      this.#isAnnounced = true;
      giveUp.say(this.#clock.now() - since);
    });
  }

  #after(delayMs: number, callback: () => void): void {
    this.#cancels.push(this.#clock.after(delayMs, callback));
  }
}
