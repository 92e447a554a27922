import type { Passage } from '../passages.ts';
import type { ExtractionReason } from './extraction-error.ts';
import type { PageLinks } from './formats/html-links.ts';
import type { ExtractionProgress } from './text-block.ts';

/** The only argument of the extraction process; the document comes on its standard input. */
export interface ExtractionJob {
  mediaType: string;
  /** `links`: of a page in HTML. */
  yields: 'passages' | 'links';
  /** The address of the page whose links are wanted. */
  address?: string;
  maxBytes: number;
  maxCharacters: number;
  maxPassages: number;
}

/** Its messages on standard output, each a line of JSON. */
export type ExtractionMessage =
  /** The process runs and has loaded its parser: from here on a crash is caused by the document. */
  | { type: 'ready' }
  | ({ type: 'progress' } & ExtractionProgress)
  | { type: 'passages'; passages: Passage[] }
  | { type: 'links'; page: PageLinks }
  | { type: 'done' }
  | { type: 'rejected'; reason: ExtractionReason; message: string };
