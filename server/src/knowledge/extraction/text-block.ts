/** A piece of a document's text, in reading order, clean and never empty. */
export interface TextBlock {
  /**
   * `heading` opens a section; `item` is an entry of a list; `record` is a row of a table or an object, as
   * `column: value; column: value`.
   */
  kind: 'heading' | 'paragraph' | 'item' | 'record';
  text: string;
  /** The level of a heading; 1 is the outermost. */
  level?: number;
  /** The page it is on, from 1; absent where the format has no pages. */
  page?: number;
}

export interface ReaderInput {
  bytes: Uint8Array;
  /** `charset` of the media type, where it was given. */
  charset?: string;
  /** A document with more text than this is rejected. */
  maxCharacters: number;
  onProgress: (progress: ExtractionProgress) => void;
}

/** How far a document has been read; `total` is 0 where it is not known yet. */
export interface ExtractionProgress {
  unit: 'pages' | 'bytes';
  done: number;
  total: number;
}

export type BlockReader = (input: ReaderInput) => AsyncIterable<TextBlock> | Iterable<TextBlock>;
