import { NativeSelect } from '@mantine/core';
import { finishRemovals } from '../lib/removals.ts';
import { chooseLanguage, LANGUAGE_NAMES, language, texts } from '../texts/texts.ts';

/** Reloads the page in the chosen language; the browser asks first if there is unsaved input. */
export function LanguageSelect() {
  const choose = async (chosen: string) => {
    await finishRemovals();
    chooseLanguage(chosen);
  };
  return (
    <NativeSelect
      aria-label={texts.common.language}
      size="xs"
      w="max-content"
      data={LANGUAGE_NAMES}
      value={language}
      onChange={(event) => void choose(event.currentTarget.value)}
    />
  );
}
