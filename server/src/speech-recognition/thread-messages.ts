import type { InstalledModel } from '../models/store/model-folder.ts';

export interface RecognizerThreadData {
  modelsFolder: string;
  recognizer: InstalledModel;
  turns: InstalledModel;
}

export type RecognizerJob =
  | { kind: 'warm' }
  | { kind: 'transcribe'; samples: Float32Array; language?: string | undefined }
  | { kind: 'turn'; samples: Float32Array };

export interface SpeechThreadData {
  modelsFolder: string;
  turns: InstalledModel;
}

export type SpeechJob =
  /** Whole frames of a stream, in order. */
  | { kind: 'frames'; stream: string; samples: Float32Array }
  /** Loads the model. */
  | { kind: 'open'; stream: string }
  | { kind: 'forget'; stream: string };
