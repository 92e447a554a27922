import { fill, texts } from '../texts/texts.ts';

const words = texts.faults.told;

/** The service's sentences about what was typed, and their names in the catalogue. */
const FAULTS: readonly (readonly [RegExp, keyof typeof words])[] = [
  [/^(?:is required|must not be empty)/, 'required'],
  [/^is not of the form that it needs/, 'form'],
  [/^must have at most (?<most>\d+) characters$/, 'long'],
  [/^must have at most (?<most>\d+) items$/, 'many'],
  [/^must be an address that begins with https:/, 'address'],
  [/^must be an address on the public internet/, 'private'],
  [/^must be an origin such as/, 'origin'],
  [/^must be in the future/, 'future'],
];

/** Returns the service's objection to a field in the language of the page, as far as the catalogue has it. */
export function sayFault(message: string): string {
  for (const [pattern, name] of FAULTS) {
    const found = pattern.exec(message);
    if (found) return fill(words[name], { ...found.groups });
  }
  return message;
}
