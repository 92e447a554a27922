import type { TimedPhone } from '../voice.ts';

/** What the thread is started with. */
export interface PiperThreadData {
  /** Where ONNX Runtime may be. */
  modelsFolder: string;
}

/** Where a voice's files are. */
export interface PiperFiles {
  folder: string;
  /** The `.onnx`; its description is beside it, with `.json` after the name. */
  file: string;
}

/** A voice of Piper that is installed. */
export interface InstalledVoice extends PiperFiles {
  name: string;
  /** Says whose it is: a woman's or a man's. */
  title: string;
}

export type PiperJob =
  /** Loads the voice, and says a few words to nobody. */
  | { kind: 'load'; files: PiperFiles }
  | {
      kind: 'speak';
      files: PiperFiles;
      /** English in plain ASCII, numbers in words. */
      text: string;
      tailMs: number;
      slower: number;
      /** The size of the speaker's head: above 1 is smaller and sounds higher. */
      tract: number;
    };

export interface PiperResult {
  pcm: Int16Array;
  sampleRate: number;
  phones: TimedPhone[];
}
