import type { TimedPhone } from '../voice.ts';

/** One clause for the thread, already made speakable. */
export interface FliteJob {
  text: string;
  voice: string;
  tailMs: number;
}

export interface FliteResult {
  pcm: Int16Array;
  phones: TimedPhone[];
}
