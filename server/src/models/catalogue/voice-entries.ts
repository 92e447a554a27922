import type { CatalogueEntry, SourceFile } from './model-entry.ts';

const VOICES =
  'https://huggingface.co/rhasspy/piper-voices/resolve/c10ece1aade47bb51c153c893d14e5bf8e5b7117/en';

type Part = [bytes: number, sha256: string];

/** A voice of Piper for English: a network and its description. `title` says whether it is a woman's. */
function piper(
  speaker: string,
  title: string,
  license: string,
  parts: { model: Part; description: Part },
): CatalogueEntry {
  const folder = `${VOICES}/en_US/${speaker}/medium`;
  const name = `en_US-${speaker}-medium.onnx`;
  const file = (path: string, [bytes, sha256]: Part): SourceFile => ({
    path,
    bytes,
    sha256,
    url: `${folder}/${path}`,
  });
  return {
    name: `voice-${speaker}`,
    purpose: 'voice',
    title,
    license: { name: license, url: `${folder}/MODEL_CARD` },
    languages: ['en'],
    needs: ['runtime'],
    files: [file(name, parts.model), file(`${name}.json`, parts.description)],
  };
}

/** Voices whose recordings are free for any use. Others of Piper's English ones work as well, from a folder. */
export const voiceEntries: readonly CatalogueEntry[] = [
  piper('kristin', 'Kristin: a natural voice, a woman from the USA', 'MIT (recordings: public domain)', {
    model: [63_531_379, '5849957f929cbf720c258f8458692d6103fff2f0e3d3b19c8259474bb06a18d4'],
    description: [4968, '5681426d4aead22195de70531eeeeddb46493cfaffc5764b2ea3db73428b651c'],
  }),
  piper('joe', 'Joe: a natural voice, a man from the USA', 'MIT (recordings: CC0)', {
    model: [63_201_294, '58afce0321b8d9c46d7cdf9c16500cc55a793b4220212dba6b70fb788b3baf06'],
    description: [4794, '3d6d5410b3795cb1950595247ef8f06190719e6fdbfa3a2356d8ec368e1aad33'],
  }),
];
