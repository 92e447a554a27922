import { embeddingEntries } from './embedding-entries.ts';
import { languageEntries } from './language-entries.ts';
import type { CatalogueEntry, SourceFile } from './model-entry.ts';
import { runtimeEntry } from './runtime-entry.ts';
import { speechRecognitionEntries } from './speech-recognition-entries.ts';

const VOICES =
  'https://huggingface.co/rhasspy/piper-voices/resolve/c10ece1aade47bb51c153c893d14e5bf8e5b7117/en';

type Part = [bytes: number, sha256: string];

/** An English voice of Piper: a network and its description. `title` says whether it is a woman's. */
function piperVoice(
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

/** Voices whose recordings may be used freely. Piper's other English voices work too, from a folder. */
const voiceEntries: readonly CatalogueEntry[] = [
  piperVoice('kristin', 'Kristin: a natural voice, a woman from the USA', 'MIT (recordings: public domain)', {
    model: [63_531_379, '5849957f929cbf720c258f8458692d6103fff2f0e3d3b19c8259474bb06a18d4'],
    description: [4968, '5681426d4aead22195de70531eeeeddb46493cfaffc5764b2ea3db73428b651c'],
  }),
  piperVoice('joe', 'Joe: a natural voice, a man from the USA', 'MIT (recordings: CC0)', {
    model: [63_201_294, '58afce0321b8d9c46d7cdf9c16500cc55a793b4220212dba6b70fb788b3baf06'],
    description: [4794, '3d6d5410b3795cb1950595247ef8f06190719e6fdbfa3a2356d8ec368e1aad33'],
  }),
];

const SMART_TURN =
  'https://huggingface.co/pipecat-ai/smart-turn-v3/resolve/f766f81d3cfdf7737ac64aad813d91bbfd56bf93';

const turnsEntry: CatalogueEntry = {
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

/** Everything that `visavis models add` can fetch, in the order of `visavis models list`. */
export const CATALOGUE: readonly CatalogueEntry[] = [
  runtimeEntry,
  turnsEntry,
  ...speechRecognitionEntries,
  ...voiceEntries,
  ...languageEntries,
  ...embeddingEntries,
];

/** Returns the entry with this name, preceded by those that it needs. */
export function withNeeds(name: string, catalogue: readonly CatalogueEntry[] = CATALOGUE): CatalogueEntry[] {
  const entry = catalogue.find((each) => each.name === name);
  if (!entry) return [];
  const all = [...entry.needs.flatMap((need) => withNeeds(need, catalogue)), entry];
  return all.filter((each, at) => all.indexOf(each) === at);
}

/**
 * Short names for what most people want: models that suit a machine with two cores. Whisper base makes fewer errors
 * than tiny, especially in noise, for about twice the processor time.
 */
export const SHORT_NAMES: Readonly<Record<string, readonly string[]>> = {
  'speech-recognition': ['whisper-base'],
  voice: voiceEntries.map(({ name }) => name),
};

/** Replaces short names (`voices` too) by the models that they stand for. */
export const resolveNames = (names: readonly string[]): string[] =>
  names.flatMap((name) => SHORT_NAMES[name === 'voices' ? 'voice' : name] ?? [name]);

/** The command that installs all models that the avatar needs to hear and speak. */
export const ADD_COMMAND = `npx visavis models add ${Object.keys(SHORT_NAMES).join(' ')}`;
