import { Group, Select, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { languageNames } from '../lib/languages.ts';
import { texts } from '../texts/texts.ts';

const words = texts.voices;

export interface KnownVoice {
  /** Absent if it is not known. */
  kind?: 'woman' | 'man' | undefined;
  /** ISO 639-1. Absent if it is not known, or the voice speaks all languages. */
  language?: string | undefined;
}

const KINDS = { woman: words.women, man: words.men, other: words.other };
const kindOf = ({ kind }: KnownVoice) => kind ?? 'other';

/**
 * Filters voices by kind and language, as far as these are known and differ. Returns whether a voice is among the wanted
 * ones, and a container for the field that offers the voices: it has the controls of the filter above the input.
 */
export function useVoiceFilter(voices: readonly KnownVoice[]) {
  const [kind, setKind] = useState<string | null>(null);
  const [language, setLanguage] = useState<string | null>(null);
  const kinds = Object.entries(KINDS).filter(([value]) => voices.some((voice) => kindOf(voice) === value));
  const languages = languageNames([...new Set(voices.flatMap((voice) => voice.language ?? []))]);
  const controls = (kinds.length > 1 || languages.length > 1) && (
    <Group grow>
      {kinds.length > 1 && (
        <Select
          size="xs"
          aria-label={words.kind}
          placeholder={words.anyKind}
          clearable
          data={kinds.map(([value, label]) => ({ value, label }))}
          value={kind}
          onChange={setKind}
        />
      )}
      {languages.length > 1 && (
        <Select
          size="xs"
          aria-label={words.language}
          placeholder={words.anyLanguage}
          clearable
          searchable
          data={languages}
          value={language}
          onChange={setLanguage}
        />
      )}
    </Group>
  );
  const isWanted = (voice: KnownVoice) =>
    (kind === null || kindOf(voice) === kind) && (language === null || voice.language === language);
  const inputContainer = (input: ReactNode) => (
    <Stack gap={6}>
      {controls}
      {input}
    </Stack>
  );
  return { inputContainer, isWanted };
}
