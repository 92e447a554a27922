import type { EndReason } from './conversation-events.ts';

/** Topics, attributes and methods of a conversation's room, from the service's contract and LiveKit's conventions. */
export const CHAT_TOPIC = 'lk.chat';
/** Attribute of a text on this topic: its id, with which the service's avatars confirm it. */
export const TEXT_ID_ATTRIBUTE = 'visavis.text_id';
export const TRANSCRIPTION_TOPIC = 'lk.transcription';
export const EVENT_TOPIC = 'visavis.event';
export const STATE_ATTRIBUTE = 'lk.agent.state';
/** Attribute of the service's agents: `true` if the agent understands speech, otherwise `false`. */
export const HEARS_ATTRIBUTE = 'visavis.hears';
/** Attribute of these agents: `machine` (a model on the service's machine), a provider's id, or a model's name. */
export const HEARD_BY_ATTRIBUTE = 'visavis.heard_by';
export const INTERRUPT_METHOD = 'visavis.interrupt';
export const NO_PICTURE_RPC = 'visavis.no_picture';
/** Attribute of an avatar: `false` if it sends only audio. */
export const VIDEO_ATTRIBUTE = 'visavis.video';
/** Attribute of an avatar that speaks for a developer's own agent. */
export const ON_BEHALF_ATTRIBUTE = 'lk.publish_on_behalf';

/** JSON messages on the topic `visavis.event`. */
export type RoomMessage =
  | { type: 'warning'; code: string; message: string; secondsLeft?: number }
  | { type: 'turn'; latencyMs: number; engineMs?: number }
  /** Without `segmentId`, it concerns the avatar's newest line: a developer's own agent names none. */
  | { type: 'interrupted'; heardMs: number; segmentId?: string }
  | { type: 'text_taken'; textId: string }
  | { type: 'ended'; reason: EndReason; detail?: string };

/** Parses a message. Returns undefined for a type that this client does not know, as from a newer service. */
export function parseRoomMessage(payload: Uint8Array): RoomMessage | undefined {
  try {
    const message = JSON.parse(new TextDecoder().decode(payload)) as RoomMessage;
    return ['warning', 'turn', 'interrupted', 'text_taken', 'ended'].includes(message.type)
      ? message
      : undefined;
  } catch {
    return undefined;
  }
}
