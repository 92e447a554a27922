/** The states, events and commands of a session with a provider. */
import type { ProviderErrorKind } from '../../provider-error.ts';

export type ConnectionState =
  | 'unopened'
  | 'opening'
  | 'open'
  /** Open, but the provider will close it soon. It is replaced in the next pause of the conversation. */
  | 'expiring'
  /** There is no connection; a new one is being opened. */
  | 'restoring'
  | 'closed';

export type AnswerState =
  | 'none'
  /** Requested; no part of it has arrived. */
  | 'due'
  /** Parts of it have arrived, and more will follow. */
  | 'coming'
  /** The provider limits the rate of requests: the request is repeated later. */
  | 'postponed'
  /** The connection was lost before the answer was complete: it is requested again on the next one. */
  | 'lost';

export interface SessionState {
  readonly connection: ConnectionState;
  readonly answer: AnswerState;
  /** Attempts to connect in the current series. */
  readonly attempts: number;
  /** When that series began, in milliseconds of the clock. */
  readonly attemptsSinceMs: number;
  /** When the connection was opened, in milliseconds of the clock. */
  readonly openedAtMs: number;
  /** Consecutive requests that got no answer. */
  readonly silences: number;
}

export const NEW_SESSION: SessionState = {
  connection: 'unopened',
  answer: 'none',
  attempts: 0,
  attemptsSinceMs: 0,
  openedAtMs: 0,
  silences: 0,
};

export type SessionEvent =
  | 'open'
  /** The delay before an attempt to connect is over. */
  | 'attempt_due'
  | 'opened'
  | 'open_failed'
  /** The connection in use was closed, by the provider or by the network. */
  | 'lost'
  | 'expiry_near'
  | 'expiry_reached'
  /** Nobody speaks and no answer is due: replacing the connection is not noticed. */
  | 'pause'
  | 'asked'
  | 'answered'
  /** No answer is due any more. */
  | 'settled'
  /** The user started a new turn, which replaces the answer that was due. */
  | 'superseded'
  /** The provider limits the rate of requests. */
  | 'postponed'
  | 'wait_over'
  /** Nothing has arrived for longer than an answer may take. */
  | 'silent'
  | 'close'
  /** Internal events, raised by the commands `leave` and `adopt`. */
  | 'left'
  | 'adopted';

export type SessionCommand =
  /** Dispatches `attempt_due` after the delay that belongs to `attempts`. */
  | 'schedule_attempt'
  | 'connect'
  /** The new connection becomes the connection in use. */
  | 'adopt'
  /** The engine drops what is in progress on this connection; it is repeated on the next one. */
  | 'leave'
  /** Emits a warning that the connection was lost. */
  | 'report_lost'
  /** Closes the connection, and does what `schedule_attempt` does when it is closed. */
  | 'close_connection'
  /** Cuts the connection; `lost` follows. */
  | 'cut_connection'
  /** Asks the engine whether the conversation is in a pause. */
  | 'check_for_pause'
  /** The first connection could not be opened: `open` rejects. */
  | 'refuse'
  | 'fail'
  /** The conversation ends: the provider answers no request. */
  | 'fail_silent'
  /** The provider has ended the conversation by itself. */
  | 'hang_up'
  | 'start_watch'
  | 'stop_watch'
  | 'start_wait'
  | 'repeat_request'
  /** Reports that the provider chose not to answer this turn. */
  | 'report_unanswered'
  | 'close_all';

/** The inputs of the conditions on transitions, read when the event arrives. */
export interface SessionContext {
  /** Milliseconds of the clock. */
  nowMs: number;
  /** For how long the first connection is tried for. */
  openingMs: number;
  /** What would be interrupted if the connection were lost now. The audio of a user's sentence is kept and sent again. */
  inProgress: 'nothing' | 'answer' | 'user_speech';
  /** Whether the provider responds, and is allowed not to answer a turn. */
  silenceAllowed: boolean;
  /** Why an attempt failed or the connection was lost. */
  error?: { kind: ProviderErrorKind; retryable: boolean; closeCode?: number | undefined } | undefined;
  /** Whether the provider closed the connection because it has ended the conversation. */
  hungUp?: boolean;
}
