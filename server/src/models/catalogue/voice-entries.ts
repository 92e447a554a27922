import type { CatalogueEntry } from './model-entry.ts';

/** Voices; see `voices/`. */
export const voiceEntries: readonly CatalogueEntry[] = [];
