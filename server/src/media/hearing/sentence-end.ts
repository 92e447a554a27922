/** Words that cannot end a sentence, by language. The melody of the voice may show other unfinished sentences. */
const UNFINISHED_WORDS: Readonly<Record<string, string>> = {
  en: 'a an the and or but so because if when while that which who whose to of for from with without at by in into on about than as my your our their his her its is are was were do does can could would should will i we they um uh',
  de: 'der die das den dem des ein eine einen einem einer und oder aber weil wenn dass zu von für mit ohne bei in im auf an am über als mein dein sein ihr unser ist sind war ich wir äh ähm',
  fr: 'le la les un une des du de et ou mais parce que qui à au aux pour avec sans dans sur chez en mon ma mes ton ta votre notre est sont je nous euh',
  es: 'el la los las un una unos unas y o pero porque que si a al de del para con sin en por sobre mi tu su nuestro es son yo eh',
};

const unfinishedByLanguage = new Map(
  Object.entries(UNFINISHED_WORDS).map(([language, words]) => [language, new Set(words.split(' '))]),
);

/**
 * Whether the words were transcribed as a complete sentence: a full stop, question mark or exclamation mark follows a
 * word that can end a sentence. An ellipsis is not a full stop.
 */
export function endsSentence(text: string, language: string): boolean {
  return (
    /[^.…][.?!。？！]["'”’»)]*$/u.test(text.slice(-TAIL_CHARS).trim()) && !endsUnfinished(text, language)
  );
}

/** Longer than any word and the punctuation after it. */
const TAIL_CHARS = 100;

/** Whether the last word requires another, as in "compared with the". */
export function endsUnfinished(text: string, language: string): boolean {
  const last = /([\p{L}']+)[^\p{L}']*$/u.exec(text.slice(-TAIL_CHARS).toLowerCase())?.[1];
  return last !== undefined && (unfinishedByLanguage.get(language)?.has(last) ?? false);
}
