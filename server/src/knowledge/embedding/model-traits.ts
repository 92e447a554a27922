interface ModelTraits {
  /** The maximum text length with which it was trained (its `sentence_bert_config.json`). */
  maxTokens: number;
  /** The minimum cosine of a question and a passage: passages that answer it are above, most others below. */
  minSimilarity: number;
}

/** Those of all-minilm-l6-v2, measured by `benches/retrieval`. An operator's own model has them too. */
const DEFAULT_TRAITS: ModelTraits = { maxTokens: 256, minSimilarity: 0.25 };
const TRAITS_BY_NAME = new Map<string, ModelTraits>([
  // Its minimum was not measured here: texts that have nothing in common are closer than with the English model.
  ['paraphrase-multilingual-minilm-l12-v2', { maxTokens: 128, minSimilarity: 0.3 }],
]);

/** Returns what differs between models, for the one called `name` in its manifest. */
export const traitsOf = (name: string): ModelTraits => TRAITS_BY_NAME.get(name) ?? DEFAULT_TRAITS;
