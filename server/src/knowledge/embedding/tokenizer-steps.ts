/** The steps of a `tokenizer.json` that prepare a text for a SentencePiece model. */
import { Charsmap } from './charsmap.ts';

export type Normalizer =
  | { type: 'Sequence'; normalizers: Normalizer[] }
  | { type: 'Precompiled'; precompiled_charsmap: string }
  | { type: 'Replace'; pattern: { String: string } | { Regex: string }; content: string }
  | { type: 'Strip'; strip_left: boolean; strip_right: boolean };

export type PreTokenizer =
  | { type: 'Sequence'; pretokenizers: PreTokenizer[] }
  | { type: 'WhitespaceSplit' }
  | { type: 'Metaspace'; replacement: string; prepend_scheme?: string; add_prefix_space?: boolean };

/** @throws Error if a step is not supported */
export function normalizerOf(step: Normalizer | null | undefined): (text: string) => string {
  switch (step?.type) {
    case undefined:
      return (text) => text;
    case 'Sequence': {
      const steps = step.normalizers.map(normalizerOf);
      return (text) => steps.reduce((before, normalize) => normalize(before), text);
    }
    case 'Precompiled': {
      const charsmap = new Charsmap(step.precompiled_charsmap);
      return (text) => charsmap.normalize(text);
    }
    case 'Replace': {
      const { pattern, content } = step;
      const found = 'Regex' in pattern ? new RegExp(pattern.Regex, 'gu') : pattern.String;
      return (text) => text.replaceAll(found, () => content);
    }
    case 'Strip': {
      const ends = [step.strip_left && '^\\p{White_Space}+', step.strip_right && '\\p{White_Space}+$'];
      const stripped = new RegExp(ends.filter(Boolean).join('|') || '(?!)', 'gu');
      return (text) => text.replace(stripped, '');
    }
    default:
      throw notSupported(step);
  }
}

/** Returns what splits a normalized text into words, which the model splits further. @throws Error as above */
export function splitterOf(step: PreTokenizer | null | undefined): (text: string) => string[] {
  switch (step?.type) {
    case undefined:
      return (text) => [text];
    case 'Sequence': {
      const steps = step.pretokenizers.map(splitterOf);
      return (text) => steps.reduce((words, split) => words.flatMap(split), [text]);
    }
    case 'WhitespaceSplit':
      return (text) => text.split(/\p{White_Space}+/u).filter((word) => word !== '');
    case 'Metaspace': {
      const {
        replacement: mark,
        add_prefix_space = true,
        prepend_scheme = add_prefix_space ? 'always' : 'never',
      } = step;
      if (prepend_scheme !== 'always') throw notSupported({ type: `Metaspace (${prepend_scheme})` });
      return (text) => {
        if (text === '') return [];
        const marked = text.replaceAll(' ', mark);
        const words = (marked.startsWith(mark) ? marked : mark + marked).split(mark);
        return words.slice(1).map((word) => mark + word);
      };
    }
    default:
      throw notSupported(step);
  }
}

const notSupported = ({ type }: { type: string }) =>
  new Error(`tokenizer.json has the step ${type}, which is not supported`);
