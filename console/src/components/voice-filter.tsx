import { Group, Select, type SelectProps, Stack } from '@mantine/core';
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
  const kinds = Object.entries(KINDS)
    .map(([value, label]) => ({ value, label }))
    .filter(({ value }) => voices.some((voice) => kindOf(voice) === value));
  const languages = languageNames([...new Set(voices.flatMap((voice) => voice.language ?? []))]);
  const [kind, kindField] = useFilter({
    'aria-label': words.kind,
    placeholder: words.anyKind,
    data: kinds,
  });
  const [language, languageField] = useFilter({
    'aria-label': words.language,
    placeholder: words.anyLanguage,
    searchable: true,
    data: languages,
  });
  const isWanted = (voice: KnownVoice) =>
    (kind === null || kindOf(voice) === kind) && (language === null || voice.language === language);
  const inputContainer = (input: ReactNode) => (
    <Stack gap={6}>
      {(kindField || languageField) && (
        <Group grow>
          {kindField}
          {languageField}
        </Group>
      )}
      {input}
    </Stack>
  );
  return { inputContainer, isWanted };
}

/** Returns the value to filter by, and its field if there is a choice. */
function useFilter(props: SelectProps & { data: readonly unknown[] }) {
  const [value, setValue] = useState<string | null>(null);
  const field = props.data.length > 1 && (
    <Select size="xs" clearable {...props} value={value} onChange={setValue} />
  );
  return [value, field] as const;
}
