/** The events of a conversation and their payloads. */

/** The avatar's activity; `connecting` until the user is in the room, `reconnecting` while the connection is down. */
export type ConversationState =
  | 'connecting'
  | 'initializing'
  | 'listening'
  | 'thinking'
  | 'speaking'
  | 'reconnecting'
  | 'ended';

/** Why a conversation ended. */
export type EndReason =
  // Reported by the service.
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
  /** A line with the same id replaces the previous one. */
  id: string;
  author: 'user' | 'character';
  /** The whole text of the line so far; empty if the line is to be removed. */
  text: string;
  /** Whether the line will not change any more. */
  final: boolean;
  /** Whether the user interrupted the line: its text is then cut to the part that was played. */
  interrupted: boolean;
}

/** State of the microphone only; `Hearing` says whether anything understands the user. */
export type MicrophoneStatus =
  | 'off'
  | 'on'
  | 'muted'
  /** The user or the browser denied access. */
  | 'refused'
  /** The page that embeds this one does not allow the microphone (`allow="microphone"`). */
  | 'framed'
  /** There is no microphone. */
  | 'missing'
  /** It was disconnected during the conversation, and there was no other one. */
  | 'lost'
  /** Browsers give a page on plain http no microphone. */
  | 'insecure';

/** Who understands the user's speech, whether or not the microphone is open. */
export type Hearing =
  /** The service; `heardBy` of the conversation names the recogniser. */
  | 'service'
  /** The browser's own speech recognition, which the user has allowed. */
  | 'browser'
  /** Nobody yet: the browser's own recognition can, once `allowBrowserRecognition` is called. */
  | 'offered'
  /** Neither the service nor this browser: the user has to type. */
  | 'nobody';

export interface ConversationEventMap {
  state: { state: ConversationState };
  /**
   * `unsteady`: the connection has dropped, but media may still arrive. `lost`: no media arrives, or the connection has
   * been down for five seconds. The page tries to reconnect in both states; after 30 seconds the conversation ends.
   */
  connection: { connection: 'connected' | 'unsteady' | 'lost' };
  /** Quality of the user's connection, as the room server measures it every few seconds. */
  quality: { quality: 'excellent' | 'good' | 'poor' | 'lost' };
  /** The first frame of the avatar is visible; if you show the video yourself, it has arrived. */
  picture: { width: number; height: number };
  /** The avatar sends only audio, no video. */
  voiceOnly: { voiceOnly: true };
  transcript: TranscriptLine;
  /** Times of the last turn: `latencyMs` from the end of the user's speech to the first audio of the answer. */
  latency: { latencyMs: number; engineMs: number | undefined };
  /** A warning; the conversation continues. */
  warning: { code: string; message: string };
  /** The maximum duration of the conversation is nearly reached. */
  endingSoon: { secondsLeft: number };
  /** Whether the browser blocks audio playback until the user clicks; `playSound` in a click handler starts it. */
  soundBlocked: { blocked: boolean };
  /** The microphone, or who hears it, has changed. `message` is for the user, in English; empty if all is well. */
  microphone: { status: MicrophoneStatus; hearing: Hearing; message: string };
  /** Level of the microphone, 0 to 1, ten times a second while it is open. */
  level: { level: number };
  /** Level of the avatar's audio, 0 to 1, ten times a second. */
  avatarLevel: { level: number };
  /**
   * The microphone was disconnected. `replacedBy` is the name of the one that is used now; without one, the user is not
   * heard any more until `useDevice` or `setMicrophone` opens one.
   */
  microphoneLost: { name: string; replacedBy: string | undefined };
  /** A device was connected or disconnected: `listDevices` returns another list. */
  devices: { changed: true };
  /**
   * The conversation is over. `missing`: what never arrived, if the reason is `avatar_error`; the page has tried twice.
   */
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
