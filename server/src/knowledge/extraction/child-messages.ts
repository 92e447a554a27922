import type { Passage } from '../passages.ts';
import type { ExtractionReason } from './extraction-error.ts';
import type { PageLinks } from './formats/html-links.ts';
import type { ExtractionProgress } from './text-block.ts';

/** The only argument of the extraction process. The document arrives on its standard input. */
export interface ExtractionJob {
  mediaType: string;
  /** `links` is for HTML pages. */
  output: 'passages' | 'links';
  /** The address of the page whose links are wanted. */
  address?: string;
  maxBytes: number;
  maxCharacters: number;
  maxPassages: number;
}

/** The messages of the process on standard output, one line of JSON each. */
export type ExtractionMessage =
  /** The process has started and loaded its parser. From here on, a crash is caused by the document. */
  | { type: 'ready' }
  | ({ type: 'progress' } & ExtractionProgress)
  | { type: 'passages'; passages: Passage[] }
  | { type: 'links'; page: PageLinks }
  | { type: 'done' }
  | { type: 'rejected'; reason: ExtractionReason; message: string };
