import { NativeSelect } from '@mantine/core';
import { finishRemovals } from '../lib/removals.ts';
import { chooseLanguage, LANGUAGE_NAMES, language, texts } from '../texts/texts.ts';

/** Loads the page anew in the language that is chosen; what is typed and not saved, the browser asks about first. */
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
