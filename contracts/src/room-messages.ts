/** Messages between the participants of a room. The names are LiveKit's if LiveKit defines one. */

/** Text stream: texts that the consumer types. */
export const CHAT_TOPIC = 'lk.chat';
/**
 * Attribute of a chat text: an id from the client, of up to 64 characters. The avatar of a hosted conversation answers
 * each arrival of the text with `text_taken` but uses it only once, so a client can resend it until it is acknowledged.
 */
export const TEXT_ID_ATTRIBUTE = 'visavis.text_id';
/** Byte streams: pictures that the consumer shows. The name is from LiveKit's guide to vision for agents. */
export const IMAGE_TOPIC = 'images';
/** Text stream: the transcript, synchronized with the audio; attributes below. */
export const TRANSCRIPTION_TOPIC = 'lk.transcription';
export const TRANSCRIPTION_SEGMENT_ID = 'lk.segment_id';
export const TRANSCRIPTION_FINAL = 'lk.transcription_final';
export const TRANSCRIPTION_TRACK_ID = 'lk.transcribed_track_id';
/** Participant attribute of the avatar: `initializing | listening | thinking | speaking`. */
export const AGENT_STATE_ATTRIBUTE = 'lk.agent.state';
/**
 * Attribute of the avatar: `true` if it understands speech, `false` if the consumer must type or the client must
 * transcribe.
 */
export const AGENT_HEARS_ATTRIBUTE = 'visavis.hears';
/**
 * Attribute of the avatar that names its speech recognition: `machine` (a model on the service's own machine), a
 * provider's id, or a model's name.
 */
export const AGENT_HEARD_BY_ATTRIBUTE = 'visavis.heard_by';
/** Attribute of an avatar without video: `false`. Clients need not wait for its video. */
export const AVATAR_VIDEO_ATTRIBUTE = 'visavis.video';
export const PUBLISH_ON_BEHALF_ATTRIBUTE = 'lk.publish_on_behalf';
/** Data topic of the service's own events for the consumer's client: JSON of `RoomEvent`, reliable. */
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
  /** The answer was cut after `heardMs`. `segmentId` is that of its transcript, if any words were heard. */
  | { type: 'interrupted'; heardMs: number; segmentId?: string }
  /** The consumer's text with this id has arrived. */
  | { type: 'text_taken'; textId: string }
  | { type: 'ended'; reason: string; detail?: string };

/**
 * RPC method of the avatar of a hosted conversation, for its consumer: stops the current answer, as if the consumer had
 * begun to speak. The payload is empty. Returns `ok`, or `ignored` to other participants.
 */
export const INTERRUPT_RPC = 'visavis.interrupt';
/**
 * RPC method of the avatar, for a consumer who received no video of it: ends the conversation with `avatar_error`. The
 * payload is empty. Returns `ok`, or `ignored` to other participants.
 */
export const NO_PICTURE_RPC = 'visavis.no_picture';
