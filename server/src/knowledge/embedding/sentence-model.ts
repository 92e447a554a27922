import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openSession } from '../../models/runtime/onnx-runtime.ts';
import type { InferenceSession, OnnxRuntime } from '../../models/runtime/onnx-types.ts';
import type { InstalledModel } from '../../models/store/model-folder.ts';
import { WordPieces } from './word-pieces.ts';

/** The maximum text length with which all-MiniLM-L6-v2 was trained (its `sentence_bert_config.json`). */
const MAX_TOKENS = 256;

/** A sentence-transformers model with BERT's `vocab.txt`, whose vector is the mean of its tokens' vectors. */
export class SentenceModel {
  readonly #runtime: OnnxRuntime;
  readonly #session: InferenceSession;
  readonly #pieces: WordPieces;

  private constructor(runtime: OnnxRuntime, session: InferenceSession, pieces: WordPieces) {
    this.#runtime = runtime;
    this.#session = session;
    this.#pieces = pieces;
  }

  /** @throws Error if its files are not those of such a model */
  static async open(runtime: OnnxRuntime, { manifest, folder }: InstalledModel): Promise<SentenceModel> {
    const network = manifest.files.find(({ path }) => path.endsWith('.onnx'));
    if (!network) throw new Error(`${manifest.name} has no .onnx file`);
    const session = await openSession(runtime, join(folder, network.path));
    return new SentenceModel(
      runtime,
      session,
      new WordPieces(await readFile(join(folder, 'vocab.txt'), 'utf8')),
    );
  }

  /** Returns the vector of a text, of which the first 256 tokens count. Its length is not normalized. */
  async embed(text: string): Promise<Float32Array> {
    const ids = this.#pieces.encode(text, MAX_TOKENS);
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
