/** What a session with a provider may be in, what may happen to it, and what it may be told to do. */
import type { ProviderErrorKind } from '../provider-error.ts';

export type LineState =
  /** Nothing has been tried. */
  | 'unopened'
  /** The first connection is being made. */
  | 'opening'
  | 'open'
  /** Open, and the provider will end it soon: the next pause in the conversation is used to change lines. */
  | 'expiring'
  /** Open, and about to be ended: the change does not wait for a pause any more. */
  | 'overdue'
  /** There is no connection; another is being made. */
  | 'restoring'
  | 'closed';

export type SpareState = 'none' | 'opening' | 'ready';

export type AnswerState =
  | 'none'
  /** Asked for, and nothing of it has come. */
  | 'due'
  /** The provider asked for patience: it is asked for again later. */
  | 'postponed'
  /** The line went away under it: it is asked for again on the next line. */
  | 'lost';

export interface SessionState {
  readonly line: LineState;
  readonly spare: SpareState;
  readonly answer: AnswerState;
  /** Attempts to connect in the present series. */
  readonly attempts: number;
  /** When that series began, in milliseconds of the clock. */
  readonly attemptsSinceMs: number;
  /** When the line was opened, in milliseconds of the clock. */
  readonly openedAtMs: number;
  /** Answers in a row that never came. */
  readonly silences: number;
}

export const NEW_SESSION: SessionState = {
  line: 'unopened',
  spare: 'none',
  answer: 'none',
  attempts: 0,
  attemptsSinceMs: 0,
  openedAtMs: 0,
  silences: 0,
};

export type SessionEvent =
  | 'open'
  /** The pause before an attempt to connect is over. */
  | 'attempt_due'
  | 'opened'
  | 'open_failed'
  /** The line in use was closed, by the provider or by the network. */
  | 'lost'
  | 'expiry_near'
  | 'expiry_reached'
  /** Nobody speaks and nothing is owed: the line may be changed unnoticed. */
  | 'pause'
  | 'spare_opened'
  | 'spare_failed'
  | 'spare_lost'
  | 'asked'
  /** Something of the answer has come. */
  | 'answered'
  /** No answer is owed any more. */
  | 'settled'
  /** What the user says now takes the place of what was owed. */
  | 'superseded'
  /** The provider asked for patience. */
  | 'postponed'
  | 'patience_over'
  /** Nothing has come for longer than an answer may take. */
  | 'silent'
  | 'close'
  /** Raised by the table itself: by the commands `leave`, `open_spare`, `take_spare` and `adopt`. */
  | 'left'
  | 'spare_wanted'
  | 'spare_taken'
  | 'adopted';

export type SessionCommand =
  /** Dispatches `attempt_due` after the pause that belongs to `attempts`. */
  | 'schedule_attempt'
  | 'connect'
  /** The new connection becomes the line in use. */
  | 'adopt'
  /** The spare line becomes the line in use, and the one before is closed. */
  | 'take_spare'
  | 'open_spare'
  /** What was under way on the line is laid down, to be taken up on the next. */
  | 'leave'
  /** Warns that the line was lost. */
  | 'tell_lost'
  /** Closes the line, and dispatches `attempt_due` when it is closed. */
  | 'close_line'
  /** Cuts the connection; `lost` follows. */
  | 'cut_line'
  /** Asks the engine whether now is a pause. */
  | 'look_for_pause'
  /** The first connection could not be made: `open` rejects. */
  | 'refuse'
  /** The conversation ends: the line does not come back. */
  | 'fail'
  /** The conversation ends: the provider leaves every question without an answer. */
  | 'fail_silent'
  /** The provider has ended the conversation by itself. */
  | 'hang_up'
  | 'start_watch'
  | 'stop_watch'
  | 'start_patience'
  | 'repeat_request'
  /** The provider may leave this turn to the user. */
  | 'tell_unanswered'
  | 'close_all';

/** What decides between transitions, as it is when the event comes. */
export interface SessionContext {
  /** Milliseconds of the clock. */
  nowMs: number;
  /** Whether the provider allows a second connection beside the first. */
  spareAllowed: boolean;
  /** What would be cut off if the line went away now; a sentence of the user is heard again from its sound. */
  underWay: 'nothing' | 'answer' | 'user_speech';
  /** The provider is alive and may leave the turn to the user. */
  silenceAllowed: boolean;
  /** Why an attempt failed or the line was lost. */
  error?: { kind: ProviderErrorKind; retryable: boolean } | undefined;
  /** The provider closed the line because it has ended the conversation. */
  hungUp?: boolean;
}
