import type { EndReason } from './conversation-events.ts';

/** Topics, attributes and methods of a conversation's room, by the service's contract and LiveKit's conventions. */
export const CHAT_TOPIC = 'lk.chat';
export const TRANSCRIPTION_TOPIC = 'lk.transcription';
export const EVENT_TOPIC = 'visavis.event';
export const STATE_ATTRIBUTE = 'lk.agent.state';
/** `true` where the service understands what is said into the microphone. */
export const HEARS_ATTRIBUTE = 'visavis.hears';
export const INTERRUPT_METHOD = 'visavis.interrupt';

/** JSON on `visavis.event`. */
export type RoomMessage =
  | { type: 'warning'; code: string; message: string; secondsLeft?: number }
  | { type: 'turn'; latencyMs: number; engineMs?: number }
  | { type: 'interrupted'; heardMs: number }
  | { type: 'ended'; reason: EndReason; detail?: string };

/** Undefined for what a later service may say and this client does not know. */
export function readMessage(payload: Uint8Array): RoomMessage | undefined {
  try {
    const message = JSON.parse(new TextDecoder().decode(payload)) as RoomMessage;
    return ['warning', 'turn', 'interrupted', 'ended'].includes(message.type) ? message : undefined;
  } catch {
    return undefined;
  }
}
