import type { CatalogueEntry } from './model-entry.ts';

const SMART_TURN =
  'https://huggingface.co/pipecat-ai/smart-turn-v3/resolve/f766f81d3cfdf7737ac64aad813d91bbfd56bf93';

export const turnsEntry: CatalogueEntry = {
  name: 'turns',
  purpose: 'turns',
  title: 'Silero VAD 6.2 and Smart Turn 3.2: detect speech and the end of a turn',
  license: {
    name: 'MIT and BSD-2-Clause',
    url: 'https://github.com/snakers4/silero-vad/blob/master/LICENSE and https://github.com/pipecat-ai/smart-turn/blob/main/LICENSE',
  },
  languages: ['*'],
  needs: ['runtime'],
  files: [
    {
      path: 'silero_vad.onnx',
      bytes: 2_327_524,
      sha256: '1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3',
      url: 'https://github.com/snakers4/silero-vad/raw/v6.2.1/src/silero_vad/data/silero_vad.onnx',
    },
    {
      path: 'smart-turn-v3.2-cpu.onnx',
      bytes: 8_679_182,
      sha256: '2bb026316b14a660486a75b1733cd3fbab8c2fd0314dc9af7be49f8cca967e4f',
      url: `${SMART_TURN}/smart-turn-v3.2-cpu.onnx`,
    },
  ],
};
