/** What a conversation tells, and the words it tells it with. */

/** What the avatar does; `connecting` before it is there, `reconnecting` while the connection is lost. */
export type ConversationState =
  | 'connecting'
  | 'initializing'
  | 'listening'
  | 'thinking'
  | 'speaking'
  | 'reconnecting'
  | 'ended';

/** Why the service ended a conversation, or why it ended here. */
export type EndReason =
  // Told by the service.
  | 'stopped'
  | 'consumer_left'
  | 'max_duration'
  | 'never_joined'
  | 'idle'
  | 'provider_error'
  | 'avatar_error'
  | 'host_unreachable'
  | 'shutdown'
  | 'crashed'
  | 'quota'
  // Found out here.
  | 'hung_up'
  | 'opened_elsewhere'
  | 'connection_lost';

export interface TranscriptLine {
  /** The same id again replaces the line. */
  id: string;
  author: 'user' | 'character';
  /** Everything of the line so far; empty: the line is void and is to be taken away. */
  text: string;
  /** Whether it will not change any more. */
  final: boolean;
  /** The user broke in: the text is cut to what was heard. */
  interrupted: boolean;
}

export type MicrophoneStatus =
  | 'off'
  | 'on'
  | 'muted'
  /** The user or the browser said no. */
  | 'refused'
  /** The page that frames this one gives it no microphone (`allow="microphone"`). */
  | 'framed'
  /** There is none. */
  | 'missing'
  /** It vanished in the conversation, and there was no other to go on with. */
  | 'lost'
  /** A page on plain http gets none. */
  | 'insecure'
  /** There is a microphone, but nothing that understands it: the service cannot hear, nor can this browser. */
  | 'not_understood';

export interface ConversationEventMap {
  state: { state: ConversationState };
  /** `unsteady`: the way to the server is gone, sound and picture may still come. `lost`: nothing comes. */
  connection: { connection: 'connected' | 'unsteady' | 'lost' };
  /** The first picture of the avatar is on the screen. */
  picture: { width: number; height: number };
  transcript: TranscriptLine;
  /** Of the turn that was just answered: milliseconds from the end of what the user said to the first sound. */
  latency: { latencyMs: number; engineMs: number | undefined };
  /** Something is not as it should be, and the conversation goes on. */
  warning: { code: string; message: string };
  /** The time of the conversation is nearly up. */
  endingSoon: { secondsLeft: number };
  /** Whether the browser holds the sound back until the user clicks; `playSound` in a click lets it go. */
  soundBlocked: { blocked: boolean };
  microphone: { status: MicrophoneStatus; message: string };
  /**
   * The microphone was pulled out, or its battery is empty. `replacedBy` is the name of the one that is used now;
   * without it the user is not heard any more, until `useDevice` or `setMicrophone` opens one.
   */
  microphoneLost: { name: string; replacedBy: string | undefined };
  /** Something was plugged in or out: `listDevices` has another answer. */
  devices: { changed: true };
  ended: { reason: EndReason; detail: string | undefined };
}

export type ConversationListener<K extends keyof ConversationEventMap> = (
  event: ConversationEventMap[K],
) => void;

/** Handlers that miss nothing, for they are there before the conversation is. */
export type ConversationHandlers = {
  [K in keyof ConversationEventMap]?: ConversationListener<K>;
};
