/** Conditions, counters and delays that the rows of `session-transitions.ts` share. */
import type { SessionCommand, SessionContext, SessionEvent, SessionState } from './session-states.ts';

/** Pauses before the attempts to make the first connection, limited by `openingMs`, because a user may be waiting. */
export const OPENING_DELAYS_MS = [0, 400, 1200, 2400, 4000] as const;
/** Pauses before the attempts to restore a lost connection. */
export const RESTORING_DELAYS_MS = [0, 500, 1000, 2000, 4000, 8000] as const;
/** Time limit for restoring a lost connection: with a silent provider, each attempt lasts until its timeout. */
const GIVE_UP_MS = 20_000;
/** The loss or the end of a connection that was open for this long begins a new series of attempts. */
export const STABLE_MS = 5000;

export interface Guard {
  readonly words: string;
  holds(state: SessionState, context: SessionContext): boolean;
}

export interface Transition<State extends string> {
  readonly from: readonly State[];
  readonly on: SessionEvent;
  readonly when?: Guard;
  readonly to: State;
  readonly commands?: readonly SessionCommand[];
  /** Counters that the transition changes. */
  readonly set?: (state: SessionState, context: SessionContext) => Partial<SessionState>;
  readonly because: string;
}

type Attempted = Pick<SessionContext, 'nowMs' | 'openingMs' | 'error'>;

/** `withinMs`: no attempt begins later than this after the first one. */
const mayTryAgain = (delaysMs: readonly number[], withinMs: (context: Attempted) => number) => ({
  words: 'may succeed later, attempts and time left',
  holds: (
    { attempts, attemptsSinceMs }: Pick<SessionState, 'attempts' | 'attemptsSinceMs'>,
    context: Attempted,
  ) => {
    const delayMs = delaysMs[attempts];
    if (delayMs === undefined || !context.error?.retryable) return false;
    return context.nowMs + delayMs - attemptsSinceMs <= withinMs(context);
  },
});
/** Returns the attempts already used when the connection is lost or replaced. */
const attemptsBefore = ({ attempts, openedAtMs }: SessionState, { nowMs }: SessionContext) =>
  nowMs - openedAtMs > STABLE_MS ? 0 : attempts;
/** A rejection without a close code is our own: a message that is unusable or too large would recur. */
const isFatal = (error: SessionContext['error']) =>
  error?.kind === 'auth' ||
  error?.kind === 'quota' ||
  (error?.kind === 'rejected' && error.closeCode === undefined);

export const GUARDS = {
  mayOpenAgain: mayTryAgain(OPENING_DELAYS_MS, ({ openingMs }) => openingMs),
  mayRestoreAgain: mayTryAgain(RESTORING_DELAYS_MS, () => GIVE_UP_MS),
  mayRestore: {
    words: 'attempts left',
    holds: (state, context) =>
      !isFatal(context.error) && attemptsBefore(state, context) < RESTORING_DELAYS_MS.length,
  },
  hungUp: { words: 'the provider hung up', holds: (_state, { hungUp }) => hungUp === true },
  userSpeech: {
    words: 'the user is speaking',
    holds: (_state, { inProgress }) => inProgress === 'user_speech',
  },
  answerUnderWay: {
    words: 'an answer is in progress',
    holds: (_state, { inProgress }) => inProgress === 'answer',
  },
  silenceAllowed: {
    words: 'the provider may stay silent',
    holds: (_state, { silenceAllowed }) => silenceAllowed,
  },
  firstSilence: { words: 'for the first time', holds: ({ silences }) => silences === 0 },
  secondSilence: {
    words: 'for the second time in a row',
    holds: ({ silences, answer }, { silenceAllowed }) => answer === 'due' && silences > 0 && !silenceAllowed,
  },
} as const satisfies Record<string, Guard>;

export const CONNECTED = ['open', 'expiring'] as const;
/** Attempts to replace a connection: one that was lost or that expired before it was stable continues their series. */
export const nextAttempt = (state: SessionState, context: SessionContext) => ({
  attempts: Math.min(attemptsBefore(state, context) + 1, RESTORING_DELAYS_MS.length),
  attemptsSinceMs: context.nowMs,
});
export const newSeries = (_state: SessionState, { nowMs }: SessionContext) => ({
  attempts: 1,
  attemptsSinceMs: nowMs,
});
export const oneMore = ({ attempts }: SessionState) => ({ attempts: attempts + 1 });
export const openedNow = (_state: SessionState, { nowMs }: SessionContext) => ({ openedAtMs: nowMs });
