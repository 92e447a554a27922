/** The part of `onnxruntime-node`'s interface that is used here. The package is optional, and so are its types. */

export interface Tensor {
  readonly dims: readonly number[];
  readonly data: Float32Array | BigInt64Array | Uint8Array | Int32Array;
}

export interface InferenceSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  /** Returns the named outputs, or all if none are named. */
  run(feeds: Record<string, Tensor>, outputs?: readonly string[]): Promise<Record<string, Tensor>>;
  release(): Promise<void>;
}

export interface SessionOptions {
  executionProviders?: string[];
  intraOpNumThreads?: number;
  interOpNumThreads?: number;
  executionMode?: 'sequential' | 'parallel';
  graphOptimizationLevel?: 'disabled' | 'basic' | 'extended' | 'all';
  enableMemPattern?: boolean;
  logSeverityLevel?: 0 | 1 | 2 | 3 | 4;
  extra?: Record<string, unknown>;
}

export interface OnnxRuntime {
  InferenceSession: {
    create(model: string | Uint8Array, options?: SessionOptions): Promise<InferenceSession>;
  };
  Tensor: {
    new (type: 'float32', data: Float32Array, dims: readonly number[]): Tensor;
    new (type: 'int64', data: BigInt64Array, dims: readonly number[]): Tensor;
    new (type: 'bool', data: Uint8Array, dims: readonly number[]): Tensor;
  };
}
