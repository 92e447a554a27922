/** The most characters that are spoken in a second. */
export const FASTEST_PACE = 19;

/** Returns the words of `text` of which at least half lies before `characters`. */
export function cutAtWord(text: string, characters: number): string {
  if (characters >= text.length) return text;
  const { segment, index } = segmenter.segment(text).containing(characters)!;
  const isHeard = index + segment.length / 2 <= characters;
  return text.slice(0, isHeard ? index + segment.length : index).trimEnd();
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
