import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { useFolder } from '../../lib/testing/use-folder.ts';
import type { OnnxRuntime, Tensor } from '../../models/runtime/onnx-types.ts';
import { SentenceModel } from './sentence-model.ts';

const dataDir = useFolder('of each');
const FIXTURE = new URL('../../../src/knowledge/embedding/testing/unigram-tokenizer.json', import.meta.url);
let fed: Record<string, Tensor>;

/** Its model returns two numbers for each token: its id, and its place in the text. */
const runtime = {
  Tensor: class {
    readonly data: unknown;
    readonly dims: readonly number[];

    constructor(_type: string, data: unknown, dims: readonly number[]) {
      this.data = data;
      this.dims = dims;
    }
  },
  InferenceSession: {
    create: async () => ({
      inputNames: ['input_ids', 'attention_mask'],
      outputNames: ['last_hidden_state'],
      async run(feeds: Record<string, Tensor>) {
        fed = feeds;
        const ids = Array.from(feeds.input_ids!.data, Number);
        const data = Float32Array.from(ids.flatMap((id, place) => [id, place]));
        return { last_hidden_state: { data, dims: [1, ids.length, 2] } };
      },
      release: async () => undefined,
    }),
  },
} as unknown as OnnxRuntime;

const open = (name: string, ...paths: string[]) =>
  SentenceModel.open(runtime, {
    folder: dataDir,
    manifest: {
      name,
      purpose: 'embeddings',
      title: 'A test',
      license: { name: 'MIT', url: 'https://example.org' },
      languages: ['en'],
      files: [...paths, 'model.onnx'].map((path) => ({ path, bytes: 1, sha256: '0'.repeat(64) })),
    },
  });

beforeEach(async () => {
  await writeFile(join(dataDir, 'vocab.txt'), '[UNK]\n[CLS]\n[SEP]\ndog');
  await copyFile(FIXTURE, join(dataDir, 'tokenizer.json'));
});

it('a vector is the mean of those of the tokens', async () => {
  const model = await open('own', 'vocab.txt');
  expect(await model.embed('dog dog')).toEqual(Float32Array.of((1 + 3 + 3 + 2) / 4, (0 + 1 + 2 + 3) / 4));
  expect(fed.attention_mask!.data).toEqual(BigInt64Array.of(1n, 1n, 1n, 1n));
});

it('a model with a tokenizer.json reads the pieces of SentencePiece', async () => {
  const model = await open('own', 'tokenizer.json');
  await model.embed('');
  expect(fed.input_ids!.data).toEqual(BigInt64Array.of(0n, 2n));
});

it('a text is cut where the training of the model ended', async () => {
  const english = await open('all-minilm-l6-v2', 'vocab.txt');
  await english.embed('dog '.repeat(1_000));
  expect(fed.input_ids!.dims).toEqual([1, 256]);
  const multilingual = await open('paraphrase-multilingual-minilm-l12-v2', 'tokenizer.json');
  await multilingual.embed('dog '.repeat(1_000));
  expect(fed.input_ids!.dims).toEqual([1, 128]);
});
