/** The part of the interface of node-llama-cpp's library 3.21.1 (`AddonTypes.d.ts` there) that is used here. */

export interface LlamaModel {
  init(): Promise<boolean>;
  tokenize(text: string, withSpecialTokens: boolean): Uint32Array;
  detokenize(tokens: Uint32Array, withSpecialTokens?: boolean): string;
  shouldPrependBosToken(): boolean;
  tokenBos(): number;
  getTokenString(token: number): string;
  tokenEos(): number;
  isEogToken(token: number): boolean;
}

/** Its sequences are numbers from 0; each has a cache of its own, of the tokens that were computed. */
export interface LlamaContext {
  init(): Promise<boolean>;
  initBatch(tokens: number): void;
  /** `logits`: places in `tokens` after which a token will be sampled. Returns where to sample. */
  addToBatch(sequence: number, firstPosition: number, tokens: Uint32Array, logits: Uint32Array): Uint32Array;
  /** Computes the batch in a thread of its own. */
  decodeBatch(): Promise<void>;
  /** -1: there is none. */
  sampleToken(place: number, sampler: LlamaSampler): Promise<number>;
  removeTokenCellsFromSequence(sequence: number, from: number, to: number): boolean;
  disposeSequence(sequence: number): void;
}

/** The tokens that a grammar allows next. */
export type LlamaGrammarState = object;

export interface LlamaSampler {
  applyConfig(config: {
    temperature: number;
    topK: number;
    topP: number;
    minP: number;
    seed: number;
    repeatPenalty: number;
    repeatPenaltyTokens: Uint32Array;
    /** Goes on with each token that is sampled. */
    grammarEvaluationState?: LlamaGrammarState;
  }): void;
  dispose(): void;
}

export interface LlamaLibrary {
  AddonModel: {
    new (
      path: string,
      options: { addonExports: LlamaLibrary; gpuLayers: number; useMmap: boolean },
    ): LlamaModel;
  };
  AddonContext: {
    new (
      model: LlamaModel,
      options: { contextSize: number; batchSize: number; sequences: number; threads: number },
    ): LlamaContext;
  };
  AddonGrammar: { new (grammar: string, options: { addonExports: LlamaLibrary }): object };
  AddonGrammarEvaluationState: { new (model: LlamaModel, grammar: object): LlamaGrammarState };
  AddonSampler: { new (model: LlamaModel): LlamaSampler };
  AddonJinjaRenderer: { new (template: string): { render(values: Record<string, unknown>): string } };
  setLogger(take: (level: number, text: string) => void): void;
  setLoggerLogLevel(level: number): void;
  loadBackends(folder?: string): void;
  /** `undefined` while no code for a processor is loaded. */
  getGpuType(): string | false | undefined;
  init(): Promise<void>;
}
