/** A piece of a document's text, in reading order, cleaned and never empty. */
export interface TextBlock {
  /**
   * `heading` opens a section, `item` is an entry of a list, and `record` is a table row or an object, as `column:
   * value; column: value`.
   */
  kind: 'heading' | 'paragraph' | 'item' | 'record';
  text: string;
  /** The level of a heading, 1 being the outermost. */
  level?: number;
  /** The page that it is on, from 1; absent if the format has no pages. */
  page?: number;
}

export interface ReaderInput {
  bytes: Uint8Array;
  /** The `charset` of the media type, if given. */
  charset?: string;
  /** A document with more text than this is rejected. */
  maxCharacters: number;
  onProgress: (progress: ExtractionProgress) => void;
}

/** How far a document has been read. `total` is 0 while it is unknown. */
export interface ExtractionProgress {
  unit: 'pages' | 'bytes';
  done: number;
  total: number;
}

export type BlockReader = (input: ReaderInput) => AsyncIterable<TextBlock> | Iterable<TextBlock>;
