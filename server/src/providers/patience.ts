/** How long a call to a provider may take. */
export interface Patience {
  /** Milliseconds from the request to the first piece of the answer's body. */
  firstMs: number;
  /** Milliseconds from each piece to the next. */
  nextMs: number;
  /** Milliseconds from the request to the end of the answer. */
  wholeMs: number;
}

/** Default limits of calls. Except for the embedding of documents, somebody waits in silence meanwhile. */
export const PATIENCE = {
  llm: { firstMs: 8_000, nextMs: 5_000, wholeMs: 120_000 },
  tts: { firstMs: 3_000, nextMs: 3_000, wholeMs: 30_000 },
  stt: { firstMs: 8_000, nextMs: 5_000, wholeMs: 10_000 },
  embeddings: { firstMs: 30_000, nextMs: 10_000, wholeMs: 60_000 },
} as const satisfies Record<string, Patience>;

/** How long a user waits for an answer in silence. */
export interface UserPatience {
  /** After this much silence the avatar says that it is still working, unless its answer has just begun to arrive; 0: never. */
  waitPhraseMs: number;
  /** A model that has produced nothing for this long, despite retries, is given up with an apology. */
  giveUpMs: number;
}
export const USER_PATIENCE: UserPatience = { waitPhraseMs: 3_000, giveUpMs: 10_000 };
