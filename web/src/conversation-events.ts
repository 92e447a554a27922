/** The events of a conversation and their payloads. */

/** The avatar's activity; `connecting` until the user is in the room, `reconnecting` while the connection is unsteady or lost. */
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
  // Detected in the browser.
  | 'hung_up'
  | 'opened_elsewhere'
  | 'connection_lost';

export interface TranscriptLine {
  /** The same id again replaces the line. */
  id: string;
  author: 'user' | 'character';
  /** Everything of the line so far; empty: the line is void and is to be taken away. */
  text: string;
  /** Whether the line will not change any more. */
  final: boolean;
  /** Whether the user interrupted: the text is then cut to the part that was played. */
  interrupted: boolean;
}

/** State of the microphone alone; `Hearing` says whether anything understands it. */
export type MicrophoneStatus =
  | 'off'
  | 'on'
  | 'muted'
  /** The user or the browser denied access. */
  | 'refused'
  /** The page that frames this one gives it no microphone (`allow="microphone"`). */
  | 'framed'
  /** There is none. */
  | 'missing'
  /** It vanished in the conversation, and there was no other to go on with. */
  | 'lost'
  /** A page on plain http gets none. */
  | 'insecure';

/** Who understands what the user says, whether or not the microphone is open. */
export type Hearing =
  /** The service; `heardBy` of the conversation says what of it. */
  | 'service'
  /** The browser's own recognition, which the user has allowed. */
  | 'browser'
  /** Nobody yet: the browser's own recognition may, once `allowBrowserRecognition` is called. */
  | 'offered'
  /** Neither the service nor this browser: the user types. */
  | 'nobody';

export interface ConversationEventMap {
  state: { state: ConversationState };
  /**
   * `unsteady`: it has dropped, and media may still arrive. `lost`: no media arrives, or it has not come back for five seconds. The
   * page tries to reconnect in both; 30 seconds after it dropped the conversation ends.
   */
  connection: { connection: 'connected' | 'unsteady' | 'lost' };
  /** Quality of the user's connection, as the room server measures it every few seconds. */
  quality: { quality: 'excellent' | 'good' | 'poor' | 'lost' };
  /** The first frame of the avatar is on the screen; where you show the video yourself, it has come. */
  picture: { width: number; height: number };
  /** The avatar is heard and not seen: no video comes. */
  voiceOnly: { voiceOnly: true };
  transcript: TranscriptLine;
  /** Times of the turn that was just answered: `latencyMs` from the end of the user's words to the first audio of the answer. */
  latency: { latencyMs: number; engineMs: number | undefined };
  /** A warning; the conversation continues. */
  warning: { code: string; message: string };
  /** The time of the conversation is nearly up. */
  endingSoon: { secondsLeft: number };
  /** Whether the browser blocks audio playback until the user clicks; `playSound` in a click handler starts it. */
  soundBlocked: { blocked: boolean };
  /** The microphone, or who hears it, has changed. `message`: what to tell the user of both, in English; empty where all is well. */
  microphone: { status: MicrophoneStatus; hearing: Hearing; message: string };
  /** How loud the microphone is, 0 to 1, ten times a second while it is open. */
  level: { level: number };
  /** How loud the avatar is, 0 to 1, ten times a second. */
  avatarLevel: { level: number };
  /**
   * The microphone was pulled out, or its battery is empty. `replacedBy` is the name of the one that is used now;
   * without it the user is not heard any more, until `useDevice` or `setMicrophone` opens one.
   */
  microphoneLost: { name: string; replacedBy: string | undefined };
  /** Something was plugged in or out: `listDevices` has another answer. */
  devices: { changed: true };
  /** The end. `missing`: what had not come, also after the page had joined once more; the reason is `avatar_error` then. */
  ended: { reason: EndReason; detail: string | undefined; missing?: 'avatar' | 'picture' | undefined };
}

/** The names of all events. */
export const CONVERSATION_EVENTS: readonly (keyof ConversationEventMap)[] = [
  'state',
  'connection',
  'quality',
  'picture',
  'voiceOnly',
  'transcript',
  'latency',
  'warning',
  'endingSoon',
  'soundBlocked',
  'microphone',
  'level',
  'avatarLevel',
  'microphoneLost',
  'devices',
  'ended',
];

export type ConversationListener<K extends keyof ConversationEventMap> = (
  event: ConversationEventMap[K],
) => void;

/** Handlers registered before the start, so that they miss no event. */
export type ConversationHandlers = {
  [K in keyof ConversationEventMap]?: ConversationListener<K>;
};
