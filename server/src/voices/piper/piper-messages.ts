import type { InstalledModel } from '../../models/store/model-folder.ts';

export interface PiperThreadData {
  /** Folder in which ONNX Runtime may be installed. */
  modelsFolder: string;
}

/** An installed voice of Piper; its title tells whether it is a woman's or a man's. */
export interface InstalledVoice extends InstalledModel {
  /** The `.onnx` file; its description is next to it, with `.json` after the name. */
  file: string;
}

export type PiperJob =
  /** Loads the voice, and speaks a few words as a warm-up. */
  | { kind: 'load'; model: InstalledVoice }
  | {
      kind: 'speak';
      model: InstalledVoice;
      /** English in plain ASCII, with numbers as words. */
      text: string;
      tailMs: number;
      lengthScale: number;
      /** The size of the speaker's head: above 1 is smaller and sounds higher. */
      tract: number;
    };
