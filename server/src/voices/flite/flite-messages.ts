import type { TimedPhone } from '../voice.ts';

/** To the thread: one clause, already made speakable. */
export interface FliteRequest {
  id: number;
  text: string;
  voice: string;
  tailMs: number;
}

/** From the thread: `ready` once after its warm-up, then one answer a request. */
export type FliteReply =
  | { kind: 'ready' }
  | { kind: 'spoken'; id: number; pcm: Int16Array; phones: TimedPhone[] }
  | { kind: 'failed'; id: number; message: string };
