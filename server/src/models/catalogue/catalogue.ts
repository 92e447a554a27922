import { earsEntries } from './ears-entries.ts';
import type { CatalogueEntry } from './model-entry.ts';
import { runtimeEntry } from './runtime-entry.ts';
import { turnsEntry } from './turns-entry.ts';
import { voiceEntries } from './voice-entries.ts';

/** All that `visavis models add` can fetch, in the order in which a person meets it. */
export const CATALOGUE: readonly CatalogueEntry[] = [
  runtimeEntry,
  turnsEntry,
  ...earsEntries,
  ...voiceEntries,
];

/** The entry of this name, preceded by what it needs. */
export function withNeeds(name: string, catalogue: readonly CatalogueEntry[] = CATALOGUE): CatalogueEntry[] {
  const entry = catalogue.find((each) => each.name === name);
  if (!entry) return [];
  const all = [...entry.needs.flatMap((need) => withNeeds(need, catalogue)), entry];
  return all.filter((each, at) => all.indexOf(each) === at);
}
