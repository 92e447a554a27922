import type { InstalledModel } from '../models/store/model-folder.ts';

/** A consumer waits for each answer: with more jobs than this, all answers would be too late. */
export const MAX_WAITING = 12;

export interface RecognizerThreadData {
  modelsFolder: string;
  recognizer: InstalledModel;
}

export type RecognizerJob =
  | { kind: 'warm' }
  | { kind: 'transcribe'; samples: Float32Array; language?: string | undefined };

/** Start data of the thread that detects speech, and of the one that judges whether a turn is over. */
export interface TurnsThreadData {
  modelsFolder: string;
  turns: InstalledModel;
}

export interface TurnJob {
  samples: Float32Array;
}

export type SpeechJob =
  /** Whole frames of a stream, in order. */
  | { kind: 'frames'; stream: string; samples: Float32Array }
  | { kind: 'open'; stream: string }
  | { kind: 'forget'; stream: string };
