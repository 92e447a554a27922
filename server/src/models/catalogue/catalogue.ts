import { embeddingsEntry } from './embeddings-entry.ts';
import { languageEntries } from './language-entries.ts';
import type { CatalogueEntry } from './model-entry.ts';
import { runtimeEntry } from './runtime-entry.ts';
import { speechRecognitionEntries } from './speech-recognition-entries.ts';
import { turnsEntry } from './turns-entry.ts';
import { voiceEntries } from './voice-entries.ts';

/** Everything that `visavis models add` can fetch, in the order of `visavis models list`. */
export const CATALOGUE: readonly CatalogueEntry[] = [
  runtimeEntry,
  turnsEntry,
  ...speechRecognitionEntries,
  ...voiceEntries,
  ...languageEntries,
  embeddingsEntry,
];

/** The entry of this name, preceded by what it needs. */
export function withNeeds(name: string, catalogue: readonly CatalogueEntry[] = CATALOGUE): CatalogueEntry[] {
  const entry = catalogue.find((each) => each.name === name);
  if (!entry) return [];
  const all = [...entry.needs.flatMap((need) => withNeeds(need, catalogue)), entry];
  return all.filter((each, at) => all.indexOf(each) === at);
}

/**
 * Short names for what most people want: the models that suit a machine with two cores. Whisper base gets fewer words wrong
 * than tiny, above all in noise, for about twice the processor time.
 */
export const SHORT_NAMES: Readonly<Record<string, readonly string[]>> = {
  'speech-recognition': ['whisper-base'],
  voice: voiceEntries.map(({ name }) => name),
};

/** The names, with short ones, in the plural as well, replaced by the models that they stand for. */
export const resolveNames = (names: readonly string[]): string[] =>
  names.flatMap((name) => SHORT_NAMES[name === 'voices' ? 'voice' : name] ?? [name]);

/** The command that installs all models that the avatar needs to hear and speak. */
export const ADD_COMMAND = `npx visavis models add ${Object.keys(SHORT_NAMES).join(' ')}`;
