import type { ClauseSound } from '../voice.ts';

/** One clause for the thread, already made speakable. */
export interface FliteJob {
  text: string;
  voice: string;
  tailMs: number;
}

export type FliteResult = Omit<ClauseSound, 'sampleRate'>;
