/** The part of the interface of node-llama-cpp's library 3.21.1 (see its `AddonTypes.d.ts`) that is used here. */

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

/** Its sequences are numbered from 0. Each has its own cache of computed tokens. */
export interface LlamaContext {
  init(): Promise<boolean>;
  initBatch(tokens: number): void;
  /** `logits` are the positions in `tokens` after which a token will be sampled. Returns where to sample. */
  addToBatch(sequence: number, firstPosition: number, tokens: Uint32Array, logits: Uint32Array): Uint32Array;
  /** Computes the batch in a separate thread. */
  decodeBatch(): Promise<void>;
  /** Returns -1 if there is no token. */
  sampleToken(place: number, sampler: LlamaSampler): Promise<number>;
  removeTokenCellsFromSequence(sequence: number, from: number, to: number): boolean;
  disposeSequence(sequence: number): void;
}

/** The state of a grammar, which determines the tokens that may come next. */
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
    /** Advances with each sampled token. */
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
  /** Returns undefined while no processor backend is loaded. */
  getGpuType(): string | false | undefined;
  init(): Promise<void>;
}
