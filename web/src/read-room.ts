import type { EndReason } from './conversation-events.ts';

/** Topics, attributes and methods of a conversation's room, by the service's contract and LiveKit's conventions. */
export const CHAT_TOPIC = 'lk.chat';
/** Attribute of a text on this topic: its id, by which an avatar of the service confirms it. */
export const TEXT_ID_ATTRIBUTE = 'visavis.text_id';
export const TRANSCRIPTION_TOPIC = 'lk.transcription';
export const EVENT_TOPIC = 'visavis.event';
export const STATE_ATTRIBUTE = 'lk.agent.state';
/** Attribute of an agent of the service: `true` where it understands speech from the microphone, else `false`. */
export const HEARS_ATTRIBUTE = 'visavis.hears';
/** Attribute of such an agent: `machine` (a model of the service's own machine), a provider's id, or a model's name. */
export const HEARD_BY_ATTRIBUTE = 'visavis.heard_by';
export const INTERRUPT_METHOD = 'visavis.interrupt';
export const NO_PICTURE_RPC = 'visavis.no_picture';
/** Attribute of an avatar: `false` where it is only heard. */
export const VIDEO_ATTRIBUTE = 'visavis.video';
/** Attribute of an avatar that speaks for a caller's own agent. */
export const ON_BEHALF_ATTRIBUTE = 'lk.publish_on_behalf';

/** Messages in JSON on the topic `visavis.event`. */
export type RoomMessage =
  | { type: 'warning'; code: string; message: string; secondsLeft?: number }
  | { type: 'turn'; latencyMs: number; engineMs?: number }
  /** Without `segmentId` it is the avatar's newest line: a caller's own agent names none. */
  | { type: 'interrupted'; heardMs: number; segmentId?: string }
  | { type: 'text_taken'; textId: string }
  | { type: 'ended'; reason: EndReason; detail?: string };

/** Reads a message; undefined for one of a later service that this client does not know. */
export function readMessage(payload: Uint8Array): RoomMessage | undefined {
  try {
    const message = JSON.parse(new TextDecoder().decode(payload)) as RoomMessage;
    return ['warning', 'turn', 'interrupted', 'text_taken', 'ended'].includes(message.type)
      ? message
      : undefined;
  } catch {
    return undefined;
  }
}
