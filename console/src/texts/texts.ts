import { en } from './en/index.ts';

export type { FieldWords } from './en/fields.ts';

/** What a catalogue of any language has. */
export type Texts = typeof en;

/** The catalogue of this page. English is the only one so far. */
export const texts: Texts = en;
