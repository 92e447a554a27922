import type { Passage } from '../passages.ts';
import type { ExtractionReason } from './extraction-error.ts';
import type { ExtractionProgress, TextBlock } from './text-block.ts';

/** What the extraction process is told, as its only argument; the document comes on its standard input. */
export interface ExtractionJob {
  mediaType: string;
  yields: 'blocks' | 'passages';
  maxBytes: number;
  maxCharacters: number;
}

/** What it answers, a line of JSON each, on its standard output. */
export type ExtractionMessage =
  /** It runs and has what it needs: from here on a crash is the document's doing. */
  | { type: 'ready' }
  | ({ type: 'progress' } & ExtractionProgress)
  | { type: 'blocks'; blocks: TextBlock[] }
  | { type: 'passages'; passages: Passage[] }
  | { type: 'done' }
  | { type: 'rejected'; reason: ExtractionReason; message: string };
