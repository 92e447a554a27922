/** Whisper sometimes repeats itself if it does not find the end of the speech. */

/** A repetition of this many tokens is a sentence, of which one occurrence was really said. */
export const SENTENCE_TOKENS = 7;

/** Whether a text occurs twice: in a short window the model sometimes does not find the end. */
export function isRepeatedOnce(tokens: readonly number[]): boolean {
  const half = tokens.length / 2;
  return half >= 4 && Number.isInteger(half) && tokens.slice(0, half).join() === tokens.slice(half).join();
}

/**
 * Returns the length of a sequence that repeats at the end of the tokens: one or two tokens six times, a few words
 * three times, a sentence twice.
 */
export function repeatedTokens(tokens: readonly number[]): number {
  for (let size = 1; 2 * size <= tokens.length; size++) {
    const times = size < 3 ? 6 : size < SENTENCE_TOKENS ? 3 : 2;
    if (size * times > tokens.length) continue;
    const end = tokens.slice(-size).join();
    let same = 1;
    while (same < times && tokens.slice(-size * (same + 1), -size * same).join() === end) same++;
    if (same === times) return size;
  }
  return 0;
}

/** Returns the tokens with only one occurrence of the sequence of this length that repeats at their end. */
export function withoutRepetition(tokens: readonly number[], size: number): number[] {
  const end = tokens.slice(-size).join();
  let length = tokens.length;
  while (length >= 2 * size && tokens.slice(length - 2 * size, length - size).join() === end) length -= size;
  return tokens.slice(0, length);
}
