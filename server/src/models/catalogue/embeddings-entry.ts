import type { CatalogueEntry } from './model-entry.ts';

const PAGE = 'https://huggingface.co/Xenova/all-MiniLM-L6-v2';
const FILES = `${PAGE}/resolve/751bff37182d3f1213fa05d7196b954e230abad9`;

/** 384 dimensions; 22 million weights of eight bits. */
export const embeddingsEntry: CatalogueEntry = {
  name: 'all-minilm-l6-v2',
  purpose: 'embeddings',
  title: 'MiniLM L6: finds passages by meaning, in English',
  license: { name: 'Apache-2.0', url: PAGE },
  languages: ['en'],
  needs: ['runtime'],
  files: [
    {
      path: 'vocab.txt',
      bytes: 231_508,
      sha256: '07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3',
      url: `${FILES}/vocab.txt`,
    },
    {
      path: 'onnx/model_quantized.onnx',
      bytes: 22_972_370,
      sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
      url: `${FILES}/onnx/model_quantized.onnx`,
    },
  ],
};
