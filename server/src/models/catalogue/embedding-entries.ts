import type { CatalogueEntry, SourceFile } from './model-entry.ts';

type Part = [path: string, bytes: number, sha256: string];

/** A sentence-transformers model as ONNX with 8-bit weights, from Hugging Face, made by transformers.js. */
function embeddingModel(
  name: string,
  revision: string,
  title: string,
  languages: string[],
  parts: readonly Part[],
): CatalogueEntry {
  const page = `https://huggingface.co/Xenova/${name}`;
  return {
    name: name.toLowerCase(),
    purpose: 'embeddings',
    title,
    license: { name: 'Apache-2.0', url: page },
    languages,
    needs: ['runtime'],
    files: parts.map(
      ([path, bytes, sha256]): SourceFile => ({
        path,
        bytes,
        sha256,
        url: `${page}/resolve/${revision}/${path}`,
      }),
    ),
  };
}

/**
 * A later one is used instead of those before it, and its vectors replace theirs. Each has 384 dimensions; the first has
 * 22 million weights, the second 118 million, 96 million of them for its vocabulary.
 */
export const embeddingEntries: readonly CatalogueEntry[] = [
  embeddingModel(
    'all-MiniLM-L6-v2',
    '751bff37182d3f1213fa05d7196b954e230abad9',
    'MiniLM L6: searches passages by meaning, in English',
    ['en'],
    [
      ['vocab.txt', 231_508, '07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3'],
      [
        'onnx/model_quantized.onnx',
        22_972_370,
        'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
      ],
    ],
  ),
  embeddingModel(
    'paraphrase-multilingual-MiniLM-L12-v2',
    '2c4055b12046f11709e9df2c122e59ffbdc2f900',
    'Multilingual MiniLM L12: searches passages by meaning, in 50 languages',
    ['*'],
    [
      ['tokenizer.json', 17_082_913, 'b60b6b43406a48bf3638526314f3d232d97058bc93472ff2de930d43686fa441'],
      [
        'onnx/model_quantized.onnx',
        118_308_126,
        '66fc00f5f29afcaff34092e1bdd20008ca3918265a82fb9695a551e510cc4ebc',
      ],
    ],
  ),
];
