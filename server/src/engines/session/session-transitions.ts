/** Every way of a session from one state to another, with its reason. The first transition that fits counts. */
import type {
  AnswerState,
  LineState,
  SessionCommand,
  SessionContext,
  SessionEvent,
  SessionState,
  SpareState,
} from './session-states.ts';

/** Pauses before the attempts to make the first connection. */
export const OPENING_DELAYS_MS = [0, 400, 1200] as const;
/** Pauses before the attempts to restore a lost line. */
export const RESTORING_DELAYS_MS = [0, 500, 1000, 2000, 4000, 8000] as const;
/** No attempt begins later than this after the first: a provider that says nothing lets each attempt take its time. */
export const GIVE_UP_MS = 20_000;
/** After a line that held for this long, a loss begins a new series of attempts. */
export const STABLE_MS = 5000;

interface Guard {
  readonly label: string;
  holds(state: SessionState, context: SessionContext): boolean;
}

export interface Transition<State extends string> {
  readonly from: readonly State[];
  readonly on: SessionEvent;
  readonly when?: Guard;
  readonly to: State;
  readonly commands?: readonly SessionCommand[];
  /** Counters that change with it. */
  readonly set?: (state: SessionState, context: SessionContext) => Partial<SessionState>;
  readonly why: string;
}

const timeLeft = ({ attemptsSinceMs }: SessionState, { nowMs }: SessionContext) =>
  nowMs - attemptsSinceMs <= GIVE_UP_MS;
/** Attempts that count against a line that is lost now. */
const attemptsBefore = ({ attempts, openedAtMs }: SessionState, { nowMs }: SessionContext) =>
  nowMs - openedAtMs > STABLE_MS ? 0 : attempts;
const isFatal = (error: SessionContext['error']) => error?.kind === 'auth' || error?.kind === 'quota';

const GUARDS = {
  mayOpenAgain: {
    label: 'may succeed later, attempts left',
    holds: (state, context) =>
      context.error?.retryable === true &&
      state.attempts < OPENING_DELAYS_MS.length &&
      timeLeft(state, context),
  },
  mayRestoreAgain: {
    label: 'may succeed later, attempts left',
    holds: (state, context) =>
      context.error?.retryable === true &&
      state.attempts < RESTORING_DELAYS_MS.length &&
      timeLeft(state, context),
  },
  mayRestore: {
    label: 'attempts left',
    holds: (state, context) =>
      !isFatal(context.error) && attemptsBefore(state, context) < RESTORING_DELAYS_MS.length,
  },
  hungUp: { label: 'the provider hung up', holds: (_state, { hungUp }) => hungUp === true },
  spareReady: { label: 'spare ready', holds: ({ spare }) => spare === 'ready' },
  spareMissing: {
    label: 'spare allowed, none there',
    holds: ({ spare }, { spareAllowed }) => spareAllowed && spare === 'none',
  },
  spareOpening: {
    label: 'spare opening',
    holds: ({ spare }) => spare === 'opening',
  },
  oneLineOnly: { label: 'one line at a time', holds: (_state, { spareAllowed }) => !spareAllowed },
  userSpeech: {
    label: 'a sentence of the user is under way',
    holds: (_state, { underWay }) => underWay === 'user_speech',
  },
  answerUnderWay: {
    label: 'an answer is under way',
    holds: (_state, { underWay }) => underWay === 'answer',
  },
  silenceAllowed: {
    label: 'the provider may stay silent',
    holds: (_state, { silenceAllowed }) => silenceAllowed,
  },
  firstSilence: { label: 'for the first time', holds: ({ silences }) => silences === 0 },
  secondSilence: {
    label: 'for the second time in a row',
    holds: ({ silences, answer }, { silenceAllowed }) => answer === 'due' && silences > 0 && !silenceAllowed,
  },
} as const satisfies Record<string, Guard>;

const CONNECTED = ['open', 'expiring', 'overdue'] as const;
const newSeries = (_state: SessionState, { nowMs }: SessionContext) => ({
  attempts: 1,
  attemptsSinceMs: nowMs,
});
const oneMore = ({ attempts }: SessionState) => ({ attempts: attempts + 1 });
const openedNow = (_state: SessionState, { nowMs }: SessionContext) => ({ openedAtMs: nowMs });

export const LINE: readonly Transition<LineState>[] = [
  {
    from: ['unopened'],
    on: 'open',
    to: 'opening',
    commands: ['schedule_attempt'],
    set: newSeries,
    why: 'the engine starts',
  },
  {
    from: ['opening'],
    on: 'attempt_due',
    to: 'opening',
    commands: ['connect'],
    why: 'the pause is over',
  },
  {
    from: ['opening'],
    on: 'opened',
    to: 'open',
    commands: ['adopt'],
    set: (state, context) => ({ ...openedNow(state, context), attempts: 0 }),
    why: 'the provider has confirmed the session',
  },
  {
    from: ['opening'],
    on: 'open_failed',
    when: GUARDS.mayOpenAgain,
    to: 'opening',
    commands: ['schedule_attempt'],
    set: oneMore,
    why: 'a fault that may pass',
  },
  {
    from: ['opening'],
    on: 'open_failed',
    to: 'closed',
    commands: ['refuse'],
    why: 'a repetition cannot help, or none did',
  },
  {
    from: CONNECTED,
    on: 'lost',
    when: GUARDS.hungUp,
    to: 'closed',
    commands: ['hang_up'],
    why: 'the agent at the provider has ended the conversation',
  },
  {
    from: CONNECTED,
    on: 'lost',
    when: GUARDS.mayRestore,
    to: 'restoring',
    commands: ['leave', 'tell_lost', 'schedule_attempt'],
    set: (state, context) => ({
      attempts: attemptsBefore(state, context) + 1,
      attemptsSinceMs: context.nowMs,
    }),
    why: 'the conversation goes on as soon as there is another line',
  },
  {
    from: CONNECTED,
    on: 'lost',
    to: 'closed',
    commands: ['fail'],
    why: 'the key or the balance was refused, or line after line was lost',
  },
  {
    from: ['restoring'],
    on: 'attempt_due',
    when: GUARDS.spareReady,
    to: 'open',
    commands: ['take_spare'],
    set: openedNow,
    why: 'the spare line is there already',
  },
  {
    from: ['restoring'],
    on: 'attempt_due',
    to: 'restoring',
    commands: ['connect'],
    why: 'the pause is over',
  },
  {
    from: ['restoring'],
    on: 'opened',
    to: 'open',
    commands: ['adopt'],
    set: openedNow,
    why: 'the provider has confirmed the session',
  },
  {
    from: ['restoring'],
    on: 'open_failed',
    when: GUARDS.mayRestoreAgain,
    to: 'restoring',
    commands: ['schedule_attempt'],
    set: oneMore,
    why: 'a fault that may pass',
  },
  {
    from: ['restoring'],
    on: 'open_failed',
    to: 'closed',
    commands: ['fail'],
    why: 'a repetition cannot help, or none did',
  },
  {
    from: ['open', 'expiring'],
    on: 'expiry_near',
    to: 'expiring',
    commands: ['look_for_pause'],
    why: 'the provider will end the line soon',
  },
  {
    from: ['expiring'],
    on: 'pause',
    when: GUARDS.spareReady,
    to: 'open',
    commands: ['leave', 'take_spare'],
    set: openedNow,
    why: 'nobody notices the change',
  },
  {
    from: ['expiring'],
    on: 'pause',
    when: GUARDS.spareMissing,
    to: 'expiring',
    commands: ['open_spare'],
    why: 'the next line is prepared beside this one',
  },
  {
    from: ['expiring'],
    on: 'pause',
    when: GUARDS.oneLineOnly,
    to: 'restoring',
    commands: ['leave', 'close_line'],
    set: newSeries,
    why: 'the provider refuses a second line beside the first',
  },
  {
    from: ['expiring'],
    on: 'spare_opened',
    to: 'expiring',
    commands: ['look_for_pause'],
    why: 'the change waits for a pause',
  },
  {
    from: ['open', 'expiring'],
    on: 'expiry_reached',
    when: GUARDS.spareReady,
    to: 'open',
    commands: ['leave', 'take_spare'],
    set: openedNow,
    why: 'no pause came in time',
  },
  {
    from: ['open', 'expiring'],
    on: 'expiry_reached',
    when: GUARDS.spareMissing,
    to: 'overdue',
    commands: ['open_spare'],
    why: 'no pause came in time',
  },
  {
    from: ['open', 'expiring'],
    on: 'expiry_reached',
    when: GUARDS.spareOpening,
    to: 'overdue',
    why: 'no pause came in time',
  },
  {
    from: ['open', 'expiring'],
    on: 'expiry_reached',
    when: GUARDS.oneLineOnly,
    to: 'restoring',
    commands: ['leave', 'close_line'],
    set: newSeries,
    why: 'no pause came in time',
  },
  {
    from: ['overdue'],
    on: 'spare_opened',
    to: 'open',
    commands: ['leave', 'take_spare'],
    set: openedNow,
    why: 'what is under way is taken up on the new line',
  },
  {
    from: CONNECTED,
    on: 'silent',
    when: GUARDS.secondSilence,
    to: 'closed',
    commands: ['fail_silent'],
    why: 'the provider is silent on a new line, too',
  },
  {
    from: ['unopened', 'opening', 'open', 'expiring', 'overdue', 'restoring', 'closed'],
    on: 'close',
    to: 'closed',
    commands: ['close_all'],
    why: 'the conversation is over',
  },
];

export const SPARE: readonly Transition<SpareState>[] = [
  { from: ['none'], on: 'spare_wanted', to: 'opening', why: 'the line is about to be changed' },
  { from: ['opening'], on: 'spare_opened', to: 'ready', why: 'it has been told nothing of the conversation' },
  {
    from: ['opening'],
    on: 'spare_failed',
    to: 'none',
    why: 'the line in use serves on; should it end, restoring it tells what is wrong',
  },
  { from: ['ready'], on: 'spare_lost', to: 'none', why: 'nobody waits for it' },
  { from: ['ready'], on: 'spare_taken', to: 'none', why: 'it is the line in use' },
];

export const ANSWER: readonly Transition<AnswerState>[] = [
  {
    from: ['none', 'due', 'postponed', 'lost'],
    on: 'asked',
    to: 'due',
    commands: ['start_watch'],
    why: 'the provider was asked for an answer',
  },
  {
    from: ['due'],
    on: 'answered',
    to: 'none',
    commands: ['stop_watch'],
    set: () => ({ silences: 0 }),
    why: 'the first of it is there',
  },
  {
    from: ['none'],
    on: 'answered',
    to: 'none',
    set: () => ({ silences: 0 }),
    why: 'more of it is there',
  },
  {
    from: ['due', 'postponed'],
    on: 'settled',
    to: 'none',
    commands: ['stop_watch'],
    why: 'it was interrupted, or ended without words',
  },
  {
    from: ['lost', 'postponed'],
    on: 'superseded',
    to: 'none',
    commands: ['stop_watch'],
    why: 'the user goes on to something else',
  },
  {
    from: ['none', 'due'],
    on: 'postponed',
    to: 'postponed',
    commands: ['start_patience'],
    why: 'the provider limits the rate of requests',
  },
  {
    from: ['postponed'],
    on: 'patience_over',
    to: 'none',
    commands: ['repeat_request'],
    why: 'the provider takes requests again',
  },
  {
    from: ['due'],
    on: 'silent',
    when: GUARDS.silenceAllowed,
    to: 'none',
    commands: ['tell_unanswered'],
    set: () => ({ silences: 0 }),
    why: 'the agent left the turn to the user',
  },
  {
    from: ['due'],
    on: 'silent',
    when: GUARDS.firstSilence,
    to: 'lost',
    commands: ['cut_line'],
    set: ({ silences }) => ({ silences: silences + 1 }),
    why: 'a provider may be silent on a line that looks sound: another line is tried',
  },
  {
    from: ['due'],
    on: 'silent',
    to: 'none',
    why: 'the conversation ends',
  },
  {
    from: ['due'],
    on: 'left',
    when: GUARDS.userSpeech,
    to: 'none',
    commands: ['stop_watch'],
    why: 'the sentence is heard again on the next line, and answered then',
  },
  {
    from: ['due'],
    on: 'left',
    to: 'lost',
    commands: ['stop_watch'],
    why: 'the line went away before the answer came',
  },
  {
    from: ['postponed'],
    on: 'left',
    to: 'none',
    commands: ['stop_watch'],
    why: 'the engine still holds the request, and makes it on the next line',
  },
  {
    from: ['none'],
    on: 'left',
    when: GUARDS.answerUnderWay,
    to: 'lost',
    why: 'the line went away in the middle of the answer',
  },
  { from: ['lost'], on: 'adopted', to: 'none', why: 'the engine asks for it again' },
  {
    from: ['none', 'due', 'postponed', 'lost'],
    on: 'close',
    to: 'none',
    commands: ['stop_watch'],
    why: 'the conversation is over',
  },
];
