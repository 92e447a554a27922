import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openSession } from '../../models/runtime/onnx-runtime.ts';
import type { InferenceSession, OnnxRuntime } from '../../models/runtime/onnx-types.ts';
import type { InstalledModel } from '../../models/store/model-folder.ts';
import { traitsOf } from './model-traits.ts';
import { SentencePieces } from './sentence-pieces.ts';
import { WordPieces } from './word-pieces.ts';

type Pieces = Pick<WordPieces | SentencePieces, 'encode'>;

/**
 * A sentence-transformers model whose vector is the mean of its tokens' vectors. Its vocabulary is BERT's `vocab.txt`, or
 * that of XLM-RoBERTa in a `tokenizer.json`.
 */
export class SentenceModel {
  readonly #runtime: OnnxRuntime;
  readonly #session: InferenceSession;
  readonly #pieces: Pieces;
  readonly #maxTokens: number;

  private constructor(runtime: OnnxRuntime, session: InferenceSession, pieces: Pieces, maxTokens: number) {
    this.#runtime = runtime;
    this.#session = session;
    this.#pieces = pieces;
    this.#maxTokens = maxTokens;
  }

  /** @throws Error if its files are not those of such a model */
  static async open(runtime: OnnxRuntime, { manifest, folder }: InstalledModel): Promise<SentenceModel> {
    const network = manifest.files.find(({ path }) => path.endsWith('.onnx'));
    if (!network) throw new Error(`${manifest.name} has no .onnx file`);
    const read = (name: string) => readFile(join(folder, name), 'utf8');
    const pieces = manifest.files.some(({ path }) => path === 'tokenizer.json')
      ? new SentencePieces(await read('tokenizer.json'))
      : new WordPieces(await read('vocab.txt'));
    const session = await openSession(runtime, join(folder, network.path));
    return new SentenceModel(runtime, session, pieces, traitsOf(manifest.name).maxTokens);
  }

  /** Returns the vector of a text, of which as many tokens count as the model can read. Its length is not normalized. */
  async embed(text: string): Promise<Float32Array> {
    const ids = this.#pieces.encode(text, this.#maxTokens);
    const tensor = (fill: (id: number) => bigint) =>
      new this.#runtime.Tensor('int64', BigInt64Array.from(ids, fill), [1, ids.length]);
    const feeds = {
      input_ids: tensor(BigInt),
      attention_mask: tensor(() => 1n),
      ...(this.#session.inputNames.includes('token_type_ids') && { token_type_ids: tensor(() => 0n) }),
    };
    const output = (await this.#session.run(feeds))[this.#session.outputNames[0]!]!;
    const width = output.dims.at(-1)!;
    const mean = new Float32Array(width);
    for (const [at, value] of (output.data as Float32Array).entries())
      mean[at % width]! += value / ids.length;
    return mean;
  }
}
