/** The messages between participants of a room. Names are LiveKit's where LiveKit defines one. */

/** Text stream: what the consumer types. */
export const CHAT_TOPIC = 'lk.chat';
/**
 * Attribute of such a text: an id that the client gives it, of up to 64 characters. The avatar of a hosted conversation answers with
 * `text_taken` whenever the text comes, and takes it once, so that a client can send it again until then.
 */
export const TEXT_ID_ATTRIBUTE = 'visavis.text_id';
/** Byte streams: pictures that the consumer shows. LiveKit's guide to agents that see has this name for them. */
export const IMAGE_TOPIC = 'images';
/** Text stream: the transcript, synchronized with the audio; attributes below. */
export const TRANSCRIPTION_TOPIC = 'lk.transcription';
export const TRANSCRIPTION_SEGMENT_ID = 'lk.segment_id';
export const TRANSCRIPTION_FINAL = 'lk.transcription_final';
export const TRANSCRIPTION_TRACK_ID = 'lk.transcribed_track_id';
/** Participant attribute of the avatar: `initializing | listening | thinking | speaking`. */
export const AGENT_STATE_ATTRIBUTE = 'lk.agent.state';
/**
 * Attribute of the avatar: `true` if it understands speech, `false` if the consumer has to type or their client has to
 * transcribe.
 */
export const AGENT_HEARS_ATTRIBUTE = 'visavis.hears';
/**
 * Attribute beside it that names what understands the speech: `machine` (a model of the service's own machine), a provider's id,
 * or a model's name.
 */
export const AGENT_HEARD_BY_ATTRIBUTE = 'visavis.heard_by';
/** Attribute of an avatar that is heard only: `false`. Nobody need wait for its video. */
export const AVATAR_VIDEO_ATTRIBUTE = 'visavis.video';
export const PUBLISH_ON_BEHALF_ATTRIBUTE = 'lk.publish_on_behalf';
/** Data topic of our own events to the consumer's client, JSON of `RoomEvent`, reliable. */
export const EVENT_TOPIC = 'visavis.event';

export type AgentState = 'initializing' | 'listening' | 'thinking' | 'speaking';

/** JSON payload on `visavis.event`. */
export type RoomEvent =
  | {
      type: 'warning';
      code: 'ending_soon' | 'service_ending' | 'fallback' | 'provider' | 'input';
      message: string;
      secondsLeft?: number;
    }
  | { type: 'turn'; latencyMs: number; engineMs?: number }
  /** The answer was cut after `heardMs`; `segmentId` of its transcript, where words of it were heard. */
  | { type: 'interrupted'; heardMs: number; segmentId?: string }
  /** The text that the consumer gave this id has arrived. */
  | { type: 'text_taken'; textId: string }
  | { type: 'ended'; reason: string; detail?: string };

/**
 * RPC method that the avatar of a hosted conversation answers to its consumer: stops the answer in flight, as if the
 * consumer had begun to speak. Payload empty; answers `ok`, or `ignored` to anybody else.
 */
export const INTERRUPT_RPC = 'visavis.interrupt';
/**
 * RPC method that the avatar answers to its consumer, who got no picture of it: ends the conversation with `avatar_error`. Payload
 * empty; answers `ok`, or `ignored` to anybody else.
 */
export const NO_PICTURE_RPC = 'visavis.no_picture';
