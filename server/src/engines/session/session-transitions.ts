/** Every transition of a session, with its reason. The first one that matches is taken. */
import type {
  AnswerState,
  ConnectionState,
  SessionCommand,
  SessionContext,
  SessionEvent,
  SessionState,
  SpareState,
} from './session-states.ts';

/** Pauses before the attempts to make the first connection. */
export const OPENING_DELAYS_MS = [0, 400, 1200] as const;
/** Pauses before the attempts to restore a lost connection. */
export const RESTORING_DELAYS_MS = [0, 500, 1000, 2000, 4000, 8000] as const;
/**
 * No attempt begins later than this after the first one: against a silent provider each attempt lasts until its
 * time-out.
 */
const GIVE_UP_MS = 20_000;
/** The loss of a connection that was open for this long begins a new series of attempts. */
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
  /** Counters that the transition changes. */
  readonly set?: (state: SessionState, context: SessionContext) => Partial<SessionState>;
  readonly why: string;
}

const timeLeft = ({ attemptsSinceMs }: SessionState, { nowMs }: SessionContext) =>
  nowMs - attemptsSinceMs <= GIVE_UP_MS;
/** Attempts already used when the connection is lost. */
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
  oneConnectionOnly: {
    label: 'one connection at a time',
    holds: (_state, { spareAllowed }) => !spareAllowed,
  },
  userSpeech: {
    label: 'the user is speaking',
    holds: (_state, { underWay }) => underWay === 'user_speech',
  },
  answerUnderWay: {
    label: 'an answer is in progress',
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

export const CONNECTION: readonly Transition<ConnectionState>[] = [
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
    why: 'the error may be temporary',
  },
  {
    from: ['opening'],
    on: 'open_failed',
    to: 'closed',
    commands: ['refuse'],
    why: 'a retry cannot help, or all retries failed',
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
    commands: ['leave', 'report_lost', 'schedule_attempt'],
    set: (state, context) => ({
      attempts: attemptsBefore(state, context) + 1,
      attemptsSinceMs: context.nowMs,
    }),
    why: 'the conversation continues on the next connection',
  },
  {
    from: CONNECTED,
    on: 'lost',
    to: 'closed',
    commands: ['fail'],
    why: 'the key or the balance was refused, or one connection after another was lost',
  },
  {
    from: ['restoring'],
    on: 'attempt_due',
    when: GUARDS.spareReady,
    to: 'open',
    commands: ['take_spare'],
    set: openedNow,
    why: 'the spare connection is there already',
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
    why: 'the error may be temporary',
  },
  {
    from: ['restoring'],
    on: 'open_failed',
    to: 'closed',
    commands: ['fail'],
    why: 'a retry cannot help, or all retries failed',
  },
  {
    from: ['open', 'expiring'],
    on: 'expiry_near',
    to: 'expiring',
    commands: ['check_for_pause'],
    why: 'the provider will end the connection soon',
  },
  {
    from: ['expiring'],
    on: 'pause',
    when: GUARDS.spareReady,
    to: 'open',
    commands: ['leave', 'take_spare'],
    set: openedNow,
    why: 'the replacement is not noticed',
  },
  {
    from: ['expiring'],
    on: 'pause',
    when: GUARDS.spareMissing,
    to: 'expiring',
    commands: ['open_spare'],
    why: 'the next connection is opened beside this one',
  },
  {
    from: ['expiring'],
    on: 'pause',
    when: GUARDS.oneConnectionOnly,
    to: 'restoring',
    commands: ['leave', 'close_connection'],
    set: newSeries,
    why: 'the provider refuses a second connection beside the first',
  },
  {
    from: ['expiring'],
    on: 'spare_opened',
    to: 'expiring',
    commands: ['check_for_pause'],
    why: 'the replacement waits for a pause',
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
    when: GUARDS.oneConnectionOnly,
    to: 'restoring',
    commands: ['leave', 'close_connection'],
    set: newSeries,
    why: 'no pause came in time',
  },
  {
    from: ['overdue'],
    on: 'spare_opened',
    to: 'open',
    commands: ['leave', 'take_spare'],
    set: openedNow,
    why: 'what is in progress continues on the new connection',
  },
  {
    from: CONNECTED,
    on: 'silent',
    when: GUARDS.secondSilence,
    to: 'closed',
    commands: ['fail_silent'],
    why: 'the provider is silent on a new connection as well',
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
  { from: ['none'], on: 'spare_wanted', to: 'opening', why: 'the connection is about to be replaced' },
  { from: ['opening'], on: 'spare_opened', to: 'ready', why: 'the conversation has not been sent to it yet' },
  {
    from: ['opening'],
    on: 'spare_failed',
    to: 'none',
    why: 'the connection in use continues; if it is lost, restoring it reports the cause',
  },
  { from: ['ready'], on: 'spare_lost', to: 'none', why: 'it is not needed yet' },
  { from: ['ready'], on: 'spare_taken', to: 'none', why: 'it is the connection in use' },
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
    why: 'its first part has arrived',
  },
  {
    from: ['none'],
    on: 'answered',
    to: 'none',
    set: () => ({ silences: 0 }),
    why: 'another part has arrived',
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
    why: 'the user starts a new turn',
  },
  {
    from: ['none', 'due'],
    on: 'postponed',
    to: 'postponed',
    commands: ['start_wait'],
    why: 'the provider limits the rate of requests',
  },
  {
    from: ['postponed'],
    on: 'wait_over',
    to: 'none',
    commands: ['repeat_request'],
    why: 'the provider takes requests again',
  },
  {
    from: ['due'],
    on: 'silent',
    when: GUARDS.silenceAllowed,
    to: 'none',
    commands: ['report_unanswered'],
    set: () => ({ silences: 0 }),
    why: 'the agent chose not to answer this turn',
  },
  {
    from: ['due'],
    on: 'silent',
    when: GUARDS.firstSilence,
    to: 'lost',
    commands: ['cut_connection'],
    set: ({ silences }) => ({ silences: silences + 1 }),
    why: 'a provider may be silent on a connection that looks healthy: another connection is tried',
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
    why: 'the audio of the sentence is sent again on the next connection, and answered there',
  },
  {
    from: ['due'],
    on: 'left',
    to: 'lost',
    commands: ['stop_watch'],
    why: 'the connection was lost before the answer arrived',
  },
  {
    from: ['postponed'],
    on: 'left',
    to: 'none',
    commands: ['stop_watch'],
    why: 'the engine still holds the request and sends it on the next connection',
  },
  {
    from: ['none'],
    on: 'left',
    when: GUARDS.answerUnderWay,
    to: 'lost',
    why: 'the connection was lost in the middle of the answer',
  },
  { from: ['lost'], on: 'adopted', to: 'none', why: 'the engine requests it again' },
  {
    from: ['none', 'due', 'postponed', 'lost'],
    on: 'close',
    to: 'none',
    commands: ['stop_watch'],
    why: 'the conversation is over',
  },
];
